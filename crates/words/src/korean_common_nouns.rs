//! Korean common nouns: those that the dictionary tags as names, and nouns that are not tokens.

use crate::word_list::WordList;

static COMMON_NOUNS: WordList = WordList::new(include_str!("../lists/korean-common-nouns.txt"));
static LIGHT_NOUNS: WordList = WordList::new(include_str!("../lists/korean-light-nouns.txt"));
static ADJECTIVE_ROOTS: WordList = WordList::new(include_str!("../lists/korean-adjective-roots.txt"));
static NADA_VERB_ROOTS: WordList = WordList::new(include_str!("../lists/korean-nada-verb-roots.txt"));

/// Whether a word is a common noun, even if the dictionary tags it as a name.
pub(crate) fn is_known_common_noun(word: &str) -> bool {
    COMMON_NOUNS.contains(word)
}

/// Whether a noun is light, so that it carries no topic on its own: `경우`.
pub(crate) fn is_korean_light_noun(word: &str) -> bool {
    LIGHT_NOUNS.contains(word)
}

/// Whether a noun forms an adjective with `하다`: `중요`.
pub(crate) fn is_adjective_root(word: &str) -> bool {
    ADJECTIVE_ROOTS.contains(word)
}

/// Whether a noun forms a verb with 나다: `냄새나다`. Names may end with 나, too: 아사나.
pub(crate) fn is_nada_verb_root(word: &str) -> bool {
    NADA_VERB_ROOTS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_in_the_list_of_its_kind_only() {
        assert!(is_known_common_noun("이어팁") && is_korean_light_noun("경우") && is_adjective_root("중요"));
        assert!(is_nada_verb_root("냄새") && !is_nada_verb_root("아사"));
        assert!(!is_known_common_noun("경우") && !is_korean_light_noun("중요") && !is_adjective_root("이어팁"));
    }
}
