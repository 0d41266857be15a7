//! Korean common nouns: things that the dictionary tags as names, and nouns that are not tokens.

use crate::word_list::{WordList, words};

static THINGS: WordList = WordList::new(|| words(include_str!("../lists/korean-things.txt")));
static LIGHT_NOUNS: WordList = WordList::new(|| words(include_str!("../lists/korean-light-nouns.txt")));
static ADJECTIVE_ROOTS: WordList = WordList::new(|| words(include_str!("../lists/korean-adjective-roots.txt")));
static HAPPENINGS: WordList = WordList::new(|| words(include_str!("../lists/korean-happenings.txt")));

/// Whether a word is a thing, whatever the dictionary says.
pub(crate) fn is_known_thing(word: &str) -> bool {
    THINGS.contains(word)
}

/// Whether a noun means nothing on its own: `경우`.
pub(crate) fn is_light(word: &str) -> bool {
    LIGHT_NOUNS.contains(word)
}

/// Whether a noun forms an adjective with `하다`: `중요`.
pub(crate) fn is_adjective_root(word: &str) -> bool {
    ADJECTIVE_ROOTS.contains(word)
}

/// Whether a noun forms a verb with 나다, "to happen": `냄새나다`. Names may end with 나, too: 아사나.
pub(crate) fn happens(word: &str) -> bool {
    HAPPENINGS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_in_the_list_of_its_kind_only() {
        assert!(is_known_thing("이어팁") && is_light("경우") && is_adjective_root("중요"));
        assert!(happens("냄새") && !happens("아사"));
        assert!(!is_known_thing("경우") && !is_light("중요") && !is_adjective_root("이어팁"));
    }
}
