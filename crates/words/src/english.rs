//! Finds English nouns with a part-of-speech tagger, and English names by their capitals. Decision 0013 explains the choices.

use std::collections::HashSet;

use crate::brill::most_frequent_tag;
use crate::english_sentence::{
    EnglishNoun, EnglishSentence, KnownNames, NAME_WORDS_MAX, add_names, base, cannot_be_noun, is_function_tag,
    is_model_number, may_be_common_noun,
};
use crate::names::{is_capitalized, is_common_acronym, is_name_by_spelling};
use crate::script::{Segment, is_mark, is_number};
use crate::stop_words::is_unit;

/// The words that are names or common nouns in the sentences of a text.
#[derive(Debug, Default)]
pub(crate) struct EnglishVocabulary {
    pub(crate) names: KnownNames,
    common: HashSet<String>,
}

impl EnglishVocabulary {
    /// Learns the nouns of a sentence, word by word.
    pub(crate) fn learn(&mut self, sentence: &str) {
        self.add(EnglishSentence::new(sentence).nouns(&self.names));
    }

    /// The nouns among the Latin words of a Korean sentence. There a capital does not depend on the position, and every
    /// single word is a noun.
    pub(crate) fn nouns_in_korean(sentence: &[Segment<'_>]) -> Vec<EnglishNoun> {
        let mut nouns = Vec::new();
        let mut name: Vec<&str> = Vec::new();
        let mut end = 0;
        for segment in sentence {
            let word = base(segment.text);
            let follows = segment.offset == end + 1 && !segment.after_punctuation && !name.is_empty();
            end = segment.offset + segment.text.len();
            let is_number = is_number(word);
            let is_name = !is_number && is_name_by_spelling(word)
                || is_capitalized(word) && !is_common_acronym(word) && !is_unit(&word.to_lowercase());
            if follows
                && name.len() < NAME_WORDS_MAX
                && !word.starts_with(is_mark)
                && (is_name || is_model_number(word))
            {
                name.push(word);
                continue;
            }
            add_names(&name, false, &mut nouns);
            name.clear();
            if is_name {
                name.push(word);
            } else if !is_number && (may_be_common_noun(word) || is_common_acronym(word)) {
                nouns.push(EnglishNoun::Common(word.to_lowercase()));
            }
        }
        add_names(&name, false, &mut nouns);
        nouns
    }

    /// Learns the nouns among the Latin words of a Korean sentence.
    pub(crate) fn learn_from_korean(&mut self, sentence: &[Segment<'_>]) {
        self.add(Self::nouns_in_korean(sentence));
    }

    fn add(&mut self, nouns: Vec<EnglishNoun>) {
        for noun in nouns {
            match noun {
                EnglishNoun::Proper(name) => self.names.proper.extend(name.split(' ').map(str::to_owned)),
                EnglishNoun::Common(word) => self.common.extend([word]),
            }
        }
    }

    /// The noun form of a word, by everything learned so far. `None` when it is not a noun. An acronym stays as it is
    /// written.
    pub(crate) fn noun(&self, segment: &str) -> Option<EnglishNoun> {
        let word = base(segment);
        if self.names.proper.contains(word) {
            return Some(EnglishNoun::Proper(word.to_owned()));
        }
        if is_common_acronym(word) {
            return Some(EnglishNoun::Common(word.to_owned()));
        }
        if cannot_be_noun(word) {
            return None;
        }
        if is_name_by_spelling(word) {
            return Some(EnglishNoun::Proper(word.to_owned()));
        }
        Some(word.to_lowercase()).filter(|lower| self.common.contains(lower)).map(EnglishNoun::Common)
    }

    /// A word in lower case that may precede the noun of a phrase: `noise cancelling` earbuds.
    pub(crate) fn modifier(segment: &str) -> Option<String> {
        let lower = base(segment).to_lowercase();
        (may_be_common_noun(&lower) && !is_function_tag(most_frequent_tag(&lower))).then_some(lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nouns(sentence: &str) -> (Vec<String>, Vec<String>) {
        let (mut proper, mut common) = (Vec::new(), Vec::new());
        for noun in EnglishSentence::new(sentence).nouns(&KnownNames::default()) {
            match noun {
                EnglishNoun::Proper(name) => proper.push(name),
                EnglishNoun::Common(word) => common.push(word),
            }
        }
        (proper, common)
    }

    fn assert_nouns(sentence: &str, proper: &[&str], common: &[&str]) {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(nouns(sentence), (owned(proper), owned(common)), "{sentence}");
    }

    #[test]
    fn a_name_may_begin_a_sentence() {
        assert_nouns("Nurio Air 2 beats Sony in battery life.", &["Nurio", "Air 2", "Sony"], &["battery", "life"]);
        assert_nouns("Cats sleep.", &[], &["cats"]);
    }

    #[test]
    fn a_name_of_several_words_is_one_noun() {
        let names = ["Nike", "Adidas", "Seoul", "New Balance"];
        assert_nouns("Nike and Adidas sell running shoes in Seoul; New Balance does too.", &names, &["shoes"]);
        assert_nouns("Galaxy Buds pair with any phone.", &["Galaxy Buds"], &["phone"]);
    }

    #[test]
    fn the_capitals_of_a_title_mark_no_names() {
        assert_nouns("Best Running Shoes for Wide Feet", &[], &["shoes", "feet"]);
        assert_nouns("Why Tavrin Shoes Wear Out", &["Tavrin"], &["shoes"]);
    }

    #[test]
    fn numbers_units_dates_and_light_nouns_are_not_nouns() {
        assert_nouns("It had 16 GB in May, weighed 4.6 g and was sold for 129 dollars in one day.", &[], &[]);
        assert_nouns("The 2e and s3 sizes of the Q7 and the WH-1000XM5.", &["Q7", "WH-1000XM5"], &["sizes"]);
    }

    #[test]
    fn a_verb_with_the_form_of_a_noun_is_not_a_noun() {
        assert_nouns("Nongshim exports noodles.", &["Nongshim"], &["noodles"]);
        assert_nouns("Users praise the comfort.", &[], &["users", "comfort"]);
    }

    #[test]
    fn the_context_of_a_word_identifies_a_verb() {
        assert_nouns("Zentari ships boots.", &["Zentari"], &["boots"]);
        assert_nouns("Vessaro and Tomlin both support guests.", &["Vessaro", "Tomlin"], &["guests"]);
        assert_nouns("Vessaro encrypts letters.", &["Vessaro"], &["letters"]);
        assert_nouns("It sends letters, tracks parcels and exports tables.", &[], &["letters", "parcels", "tables"]);
        assert_nouns("It sells letters, stamps and tables.", &[], &["letters", "stamps", "tables"]);
        assert_nouns("These shoes do not fog before the launch.", &[], &["shoes", "launch"]);
    }

    #[test]
    fn a_product_after_its_maker_is_another_name() {
        assert_nouns("We drove the Tavrin Krevo.", &["Tavrin", "Krevo"], &[]);
        assert_nouns("We saw Tavrin Krevo.", &["Tavrin Krevo"], &[]);
        assert_nouns("We like Tavrin QuietWave here.", &["Tavrin", "QuietWave"], &[]);
        assert_nouns("We met Patrick McTavrin here.", &["Patrick McTavrin"], &[]);
        assert_nouns("We ate at Tavrin The Krevo.", &["Tavrin The Krevo"], &[]);
    }

    #[test]
    fn a_capital_is_not_enough_for_a_name() {
        assert_nouns("We eat Greek yogurt.", &[], &["yogurt"]);
        assert_nouns("Tinted windows are dark.", &[], &["windows"]);
        assert_nouns("Check-in opens at noon.", &[], &["check-in", "noon"]);
        assert_nouns("Grammarly finds errors.", &["Grammarly"], &["errors"]);
        assert_nouns("Slack, Zoom and Nurio agree.", &["Slack", "Zoom", "Nurio"], &[]);
    }

    #[test]
    fn a_possessive_ends_a_name_unless_the_name_has_it() {
        assert_nouns("We saw Nurio's new case.", &["Nurio"], &["case"]);
        assert_nouns("McDonald's and Lotteria sell burgers.", &["McDonald's", "Lotteria"], &["burgers"]);
    }

    #[test]
    fn a_name_inside_a_sentence_identifies_one_at_the_start_of_another() {
        let mut known = KnownNames::default();
        known.learn(&EnglishSentence::new("We like Orange here."));
        let nouns = EnglishSentence::new("Orange lowered fees.").nouns(&known);
        assert_eq!(nouns[0], EnglishNoun::Proper("Orange".to_owned()));
    }
}
