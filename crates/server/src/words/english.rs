//! English nouns by their capitals and by their place in a phrase: rules, no model. `docs/decisions` says which.

use std::collections::HashSet;

use super::is_stop;
use super::script::Piece;

/// Words before a noun: between one of them and the end of the phrase, the last word is the noun.
const OPENERS: &[&str] = &[
    "a", "an", "at", "between", "by", "each", "every", "for", "from", "her", "his", "in", "its", "my", "no", "of",
    "on", "our", "per", "some", "that", "the", "their", "these", "this", "those", "with", "without", "your",
];

/// Words that are no nouns, beside the stop words and the openers.
const FUNCTION: &[&str] = &[
    "after", "again", "also", "although", "always", "another", "because", "become", "becomes", "before", "being",
    "better", "both", "come", "comes", "during", "either", "else", "even", "ever", "few", "fewer", "go", "goes", "he",
    "here", "him", "however", "instead", "just", "keep", "keeps", "less", "let", "like", "made", "make", "makes",
    "may", "might", "must", "never", "nor", "now", "off", "once", "only", "other", "others", "our", "out", "over",
    "own", "quite", "rather", "same", "say", "says", "see", "several", "she", "since", "still", "such", "take",
    "takes", "then", "though", "through", "too", "until", "upon", "whether", "while", "whose", "within", "works",
    "yet",
];

/// How nouns end that need no phrase around them.
const SUFFIXES: &[&str] =
    &["ation", "ction", "ity", "ities", "ment", "ments", "ness", "phone", "phones", "sion", "ship", "tions"];

/// Words of a line, all of them capitalised, that make it a title.
const TITLE_MIN: usize = 4;

/// What the sentences of a text say about its English words.
#[derive(Debug, Default)]
pub(super) struct English {
    names: HashSet<String>,
    nouns: HashSet<String>,
}

/// What an English word is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Noun {
    /// A name, as it is written.
    Proper(String),
    /// A thing, in lower case.
    Common(String),
}

impl English {
    /// Learns from a sentence: names from capitals inside of it, nouns from phrases.
    pub(super) fn read(&mut self, sentence: &[Piece<'_>]) {
        if !is_title(sentence) {
            let inside = sentence.iter().skip(1).map(|piece| base(piece.text));
            self.names.extend(inside.filter(|word| is_capitalised(word) && !is_empty(word)).map(str::to_owned));
        }
        let mut phrase: Option<&str> = None;
        let mut open = false;
        for piece in sentence {
            let word = base(piece.text);
            let ends = piece.after_sign || is_empty(word) || is_name_by_shape(word) || is_capitalised(word);
            if ends {
                self.nouns.extend(phrase.take().filter(|_| open).map(str::to_owned));
                open = !piece.after_sign && open && phrase.is_some();
            }
            let lower = word.to_lowercase();
            if OPENERS.contains(&lower.as_str()) {
                open = true;
            } else if is_empty(word) || piece.after_sign {
                open = false;
            }
            if is_thing(word) {
                phrase = Some(word);
                if word.len() > 5 && SUFFIXES.iter().any(|suffix| word.ends_with(suffix)) {
                    self.nouns.insert(word.to_owned());
                }
            }
        }
        self.nouns.extend(phrase.filter(|_| open).map(str::to_owned));
    }

    /// Learns from a sentence of another script, where a capital is no matter of place, and a word that stands alone is
    /// a noun.
    pub(super) fn read_foreign(&mut self, pieces: &[Piece<'_>]) {
        for word in pieces.iter().map(|piece| base(piece.text)).filter(|word| !is_empty(word)) {
            if is_capitalised(word) {
                self.names.insert(word.to_owned());
            } else if is_thing(word) {
                self.nouns.insert(word.to_owned());
            }
        }
    }

    /// What a word is, by everything that was read.
    pub(super) fn noun(&self, piece: &str) -> Option<Noun> {
        let word = base(piece);
        if is_empty(word) {
            return None;
        }
        if is_name_by_shape(word) || self.names.contains(word) {
            return Some(Noun::Proper(word.to_owned()));
        }
        Some(word.to_lowercase()).filter(|lower| self.nouns.contains(lower)).map(Noun::Common)
    }

    /// A word that may stand before a noun as a part of its phrase, in lower case: `noise cancelling` earbuds.
    pub(super) fn before_noun(piece: &str) -> Option<String> {
        let lower = base(piece).to_lowercase();
        is_thing(&lower).then_some(lower)
    }
}

/// A word without `'s`.
fn base(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// Whether a word cannot be a noun: short, without letters, contracted, or a word that only holds others together.
fn is_empty(word: &str) -> bool {
    let lower = word.to_lowercase();
    word.chars().nth(1).is_none()
        || !word.contains(char::is_alphabetic)
        || word.contains(['\'', '’'])
        || is_stop(&lower)
        || [OPENERS, FUNCTION].iter().any(|list| list.contains(&lower.as_str()))
}

fn is_capitalised(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// A capital after the first letter, or a digit beside a capital: `iPhone`, `LED`, `Q7`.
fn is_name_by_shape(word: &str) -> bool {
    let later = word.chars().skip(1).any(char::is_uppercase);
    later || is_capitalised(word) && word.contains(|letter: char| letter.is_ascii_digit())
}

/// A word in lower case that may be a noun.
fn is_thing(word: &str) -> bool {
    word.chars().nth(2).is_some()
        && word.chars().all(|letter| letter.is_lowercase() || letter == '-')
        && !word.ends_with("ly")
        && !is_empty(word)
}

fn is_title(sentence: &[Piece<'_>]) -> bool {
    let mut words = sentence.iter().map(|piece| piece.text).filter(|word| !is_empty(word)).peekable();
    sentence.len() >= TITLE_MIN && words.peek().is_some() && words.all(is_capitalised)
}

#[cfg(test)]
mod tests {
    use super::super::script::pieces;
    use super::*;

    fn nouns(text: &str) -> Vec<Noun> {
        let mut english = English::default();
        let sentences: Vec<_> = super::super::sentences::sentences(text).map(pieces).collect();
        sentences.iter().for_each(|sentence| english.read(sentence));
        sentences.iter().flatten().filter_map(|piece| english.noun(piece.text)).collect()
    }

    fn proper(word: &str) -> Noun {
        Noun::Proper(word.to_owned())
    }

    fn common(word: &str) -> Noun {
        Noun::Common(word.to_owned())
    }

    #[test]
    fn a_capital_inside_a_sentence_names_and_one_at_its_start_does_not() {
        assert_eq!(nouns("We like Nurio here. Today Nurio sings."), [proper("Nurio"), proper("Nurio")]);
        assert_eq!(nouns("Nurio sings."), []);
        assert_eq!(nouns("Nurio's new case. We saw Nurio."), [proper("Nurio"), proper("Nurio")]);
    }

    #[test]
    fn the_shape_of_a_word_names_wherever_it_stands() {
        assert_eq!(nouns("AirPods and Q7 and LEDs."), [proper("AirPods"), proper("Q7"), proper("LEDs")]);
    }

    #[test]
    fn the_capitals_of_a_title_name_nothing() {
        assert_eq!(nouns("Running Shoes for Wide Feet"), []);
        assert_eq!(nouns("Buy Tavrin shoes"), [proper("Tavrin")]);
    }

    #[test]
    fn the_last_word_of_a_phrase_is_its_noun() {
        assert_eq!(
            nouns("The quiet running shoes of a slow neighbour, really."),
            [common("shoes"), common("neighbour")]
        );
        assert_eq!(nouns("They run quickly and stay dry."), []);
        assert_eq!(nouns("Shoes matter: the shoes."), [common("shoes"), common("shoes")]);
        assert_eq!(nouns("cancellation helps"), [common("cancellation")]);
    }
}
