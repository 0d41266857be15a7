//! English nouns by their capitals and by their position in a phrase. Decision 0037 explains the rules.

use std::collections::HashSet;

use crate::script::Segment;
use crate::stop_words::{is_english_function_word, is_stop_word};

/// Determiners and prepositions, which open a noun phrase. The last word of the phrase is its noun.
const PHRASE_OPENERS: &[&str] = &[
    "a", "an", "at", "between", "by", "each", "every", "for", "from", "her", "his", "in", "its", "my", "no", "of",
    "on", "our", "per", "some", "that", "the", "their", "these", "this", "those", "with", "without", "your",
];

/// Suffixes of nouns. A word with one of them is a noun without a phrase around it.
const NOUN_SUFFIXES: &[&str] =
    &["ation", "ction", "ity", "ities", "ment", "ments", "ness", "phone", "phones", "sion", "ship", "tions"];

/// Words of a title, at least. A line of so many words is a title if all of them are capitalized.
const TITLE_MIN: usize = 4;

/// The English nouns that the sentences of a text show.
#[derive(Debug, Default)]
pub(crate) struct EnglishVocabulary {
    proper: HashSet<String>,
    common: HashSet<String>,
}

/// An English noun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EnglishNoun {
    /// A proper noun, as it is written.
    Proper(String),
    /// A common noun, in lower case.
    Common(String),
}

impl EnglishVocabulary {
    /// Learns from an English sentence: proper nouns from capitals inside it, common nouns from phrases.
    pub(crate) fn learn(&mut self, sentence: &[Segment<'_>]) {
        if !is_title(sentence) {
            let words = sentence.iter().skip(1).map(|segment| base(segment.text));
            self.proper.extend(words.filter(|word| is_capitalized(word) && !cannot_be_noun(word)).map(str::to_owned));
        }
        let mut phrase: Option<&str> = None;
        let mut is_open = false;
        for segment in sentence {
            let word = base(segment.text);
            let ends =
                segment.after_punctuation || cannot_be_noun(word) || is_name_by_spelling(word) || is_capitalized(word);
            if ends {
                self.common.extend(phrase.take().filter(|_| is_open).map(str::to_owned));
                is_open = !segment.after_punctuation && is_open && phrase.is_some();
            }
            let lower = word.to_lowercase();
            if PHRASE_OPENERS.contains(&lower.as_str()) {
                is_open = true;
            } else if cannot_be_noun(word) || segment.after_punctuation {
                is_open = false;
            }
            if may_be_common_noun(word) {
                phrase = Some(word);
                if word.len() > 5 && NOUN_SUFFIXES.iter().any(|suffix| word.ends_with(suffix)) {
                    self.common.insert(word.to_owned());
                }
            }
        }
        self.common.extend(phrase.filter(|_| is_open).map(str::to_owned));
    }

    /// Learns from the Latin words of a Korean sentence. There a capital does not depend on the position, and every
    /// single word is a noun.
    pub(crate) fn learn_from_korean(&mut self, segments: &[Segment<'_>]) {
        for word in segments.iter().map(|segment| base(segment.text)).filter(|word| !cannot_be_noun(word)) {
            if is_capitalized(word) {
                self.proper.insert(word.to_owned());
            } else if may_be_common_noun(word) {
                self.common.insert(word.to_owned());
            }
        }
    }

    /// The noun that a word is, by everything learned so far. `None` when it is none.
    pub(crate) fn noun(&self, segment: &str) -> Option<EnglishNoun> {
        let word = base(segment);
        if cannot_be_noun(word) {
            return None;
        }
        if is_name_by_spelling(word) || self.proper.contains(word) {
            return Some(EnglishNoun::Proper(word.to_owned()));
        }
        Some(word.to_lowercase()).filter(|lower| self.common.contains(lower)).map(EnglishNoun::Common)
    }

    /// A word in lower case that may precede the noun of a phrase: `noise cancelling` earbuds.
    pub(crate) fn modifier(segment: &str) -> Option<String> {
        let lower = base(segment).to_lowercase();
        may_be_common_noun(&lower).then_some(lower)
    }
}

/// A word without `'s`.
fn base(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// Whether a word cannot be a noun: a single letter, no letters, a contraction, or a function word.
fn cannot_be_noun(word: &str) -> bool {
    let lower = word.to_lowercase();
    word.chars().nth(1).is_none()
        || !word.contains(char::is_alphabetic)
        || word.contains(['\'', '’'])
        || is_stop_word(&lower)
        || is_english_function_word(&lower)
        || PHRASE_OPENERS.contains(&lower.as_str())
}

fn is_capitalized(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Whether a word has a capital after its first letter, or a capital and a digit: `iPhone`, `LED`, `Q7`.
fn is_name_by_spelling(word: &str) -> bool {
    let later = word.chars().skip(1).any(char::is_uppercase);
    later || is_capitalized(word) && word.contains(|letter: char| letter.is_ascii_digit())
}

/// Whether a word is in lower case and may be a noun.
fn may_be_common_noun(word: &str) -> bool {
    word.chars().nth(2).is_some()
        && word.chars().all(|letter| letter.is_lowercase() || letter == '-')
        && !word.ends_with("ly")
        && !cannot_be_noun(word)
}

fn is_title(sentence: &[Segment<'_>]) -> bool {
    let mut words = sentence.iter().map(|segment| segment.text).filter(|word| !cannot_be_noun(word)).peekable();
    sentence.len() >= TITLE_MIN && words.peek().is_some() && words.all(is_capitalized)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::segments;
    use crate::sentences::sentences;

    fn nouns(text: &str) -> Vec<EnglishNoun> {
        let mut english = EnglishVocabulary::default();
        let sentences: Vec<_> = sentences(text).map(segments).collect();
        sentences.iter().for_each(|sentence| english.learn(sentence));
        sentences.iter().flatten().filter_map(|segment| english.noun(segment.text)).collect()
    }

    fn proper(word: &str) -> EnglishNoun {
        EnglishNoun::Proper(word.to_owned())
    }

    fn common(word: &str) -> EnglishNoun {
        EnglishNoun::Common(word.to_owned())
    }

    #[test]
    fn a_capital_marks_a_name_inside_a_sentence_but_not_at_its_start() {
        assert_eq!(nouns("We like Nurio here. Today Nurio sings."), [proper("Nurio"), proper("Nurio")]);
        assert_eq!(nouns("Nurio sings."), []);
        assert_eq!(nouns("Nurio's new case. We saw Nurio."), [proper("Nurio"), proper("Nurio")]);
    }

    #[test]
    fn capitals_and_digits_inside_a_word_mark_a_name_anywhere() {
        assert_eq!(nouns("AirPods and Q7 and LEDs."), [proper("AirPods"), proper("Q7"), proper("LEDs")]);
    }

    #[test]
    fn the_capitals_of_a_title_mark_no_names() {
        assert_eq!(nouns("Running Shoes for Wide Feet"), []);
        assert_eq!(nouns("Buy Tavrin shoes"), [proper("Tavrin")]);
    }

    #[test]
    fn the_last_word_of_a_phrase_is_its_noun() {
        assert_eq!(nouns("The quiet running shoes of a slow neighbor, really."), [common("shoes"), common("neighbor")]);
        assert_eq!(nouns("They run quickly and stay dry."), []);
        assert_eq!(nouns("Shoes matter: the shoes."), [common("shoes"), common("shoes")]);
        assert_eq!(nouns("cancellation helps"), [common("cancellation")]);
    }
}
