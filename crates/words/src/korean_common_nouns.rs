//! Korean common nouns: those that the dictionary tags as names, and nouns that are not tokens.

use crate::word_list::WordList;

/// Common nouns, even if the dictionary tags them as names.
pub(crate) static COMMON_NOUNS: WordList = WordList::new(include_str!("../lists/korean-common-nouns.txt"));
/// Nouns that carry no topic on their own: `경우`.
pub(crate) static KOREAN_LIGHT_NOUNS: WordList = WordList::new(include_str!("../lists/korean-light-nouns.txt"));
/// Nouns that form an adjective with `하다`: `중요`.
pub(crate) static ADJECTIVE_ROOTS: WordList = WordList::new(include_str!("../lists/korean-adjective-roots.txt"));
/// Nouns that form a verb with 나다: `냄새나다`. Names may end with 나, too: 아사나.
pub(crate) static NADA_VERB_ROOTS: WordList = WordList::new(include_str!("../lists/korean-nada-verb-roots.txt"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_in_the_list_of_its_kind_only() {
        assert!(COMMON_NOUNS.contains("이어팁") && KOREAN_LIGHT_NOUNS.contains("경우"));
        assert!(ADJECTIVE_ROOTS.contains("중요") && NADA_VERB_ROOTS.contains("냄새"));
        assert!(!COMMON_NOUNS.contains("경우") && !KOREAN_LIGHT_NOUNS.contains("중요"));
        assert!(!ADJECTIVE_ROOTS.contains("이어팁") && !NADA_VERB_ROOTS.contains("아사"));
    }
}
