//! Search terms of a sentence: nouns, and phrases of up to three words that end in a noun.

use std::collections::HashMap;

use crate::dictionary::Dictionary;
use crate::english::EnglishVocabulary;
use crate::english_sentence::EnglishNoun;
use crate::known_names::without_marks;
use crate::korean;
use crate::names::is_capitalized;
use crate::particles;
use crate::script::{Segment, has_word_length, is_hangul, is_number, latin_segments, segments};
use crate::sentences::{mask_addresses, sentences};
use crate::text_dictionary::TextDictionary;

const WORDS_MAX: usize = 3;

/// Numerals. They are part of a term only inside a proper noun.
const NUMBERS: &[&str] = &[
    "eight", "first", "five", "four", "half", "nine", "one", "second", "seven", "six", "ten", "third", "three", "two",
];

/// A noun or a noun phrase, and its position in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The text as it is written, with single spaces. Common English nouns are in lower case, unless they are acronyms.
    pub text: String,
    /// Its number of words, 1..=3.
    pub words: usize,
    /// Whether it is only a part of a compound word here.
    pub is_part: bool,
    /// Byte offset in the sentence.
    pub offset: usize,
}

/// Extracts the terms of sentences. It knows the English nouns of the texts that it was made for, and caches the nouns of
/// Korean words.
#[derive(Debug)]
pub struct TermExtractor<'a> {
    korean: Option<&'a Dictionary>,
    english: EnglishVocabulary,
    cache: HashMap<String, Vec<(String, Vec<String>)>>,
}

/// A word of a phrase. Only whitespace separates the words of a phrase.
struct PhraseWord {
    text: String,
    offset: usize,
    is_noun: bool,
    /// Whether the number of a model may follow: after a name, or a Korean word.
    takes_number: bool,
    /// The nouns of a compound and their offsets. Empty for a single noun.
    parts: Vec<(String, usize)>,
}

impl<'a> TermExtractor<'a> {
    pub(crate) fn new<'b>(korean: Option<&'a Dictionary>, texts: impl Iterator<Item = &'b str>) -> Self {
        let mut english = EnglishVocabulary::default();
        for sentence in texts.flat_map(sentences) {
            let sentence = without_marks(sentence);
            let sentence = mask_addresses(&sentence);
            match sentence.contains(is_hangul) {
                true => english.learn_from_korean(&latin_segments(&sentence)),
                false => english.learn(&sentence),
            }
        }
        Self { korean, english, cache: HashMap::new() }
    }

    /// The terms of a sentence in order: every noun and every phrase.
    pub fn extract(&mut self, sentence: &str) -> Vec<Term> {
        let sentence = without_marks(sentence);
        let sentence = mask_addresses(&sentence);
        let (mut terms, mut phrase) = (Vec::new(), Vec::new());
        for segment in segments(&sentence) {
            if segment.after_punctuation {
                end_phrase(&mut phrase, &mut terms);
            }
            if segment.is_latin() {
                self.add_latin(segment, &mut phrase, &mut terms);
            } else {
                self.add_korean(segment, &mut phrase, &mut terms);
            }
        }
        end_phrase(&mut phrase, &mut terms);
        terms
    }

    fn add_latin(&self, segment: Segment<'_>, phrase: &mut Vec<PhraseWord>, terms: &mut Vec<Term>) {
        let Some((text, is_noun)) = self.latin_word(segment.text) else { return end_phrase(phrase, terms) };
        if is_number(&text) && !phrase.last().is_some_and(|before| before.takes_number) {
            return end_phrase(phrase, terms);
        }
        let takes_number = is_noun && is_capitalized(&text);
        phrase.push(PhraseWord { text, offset: segment.offset, is_noun, takes_number, parts: Vec::new() });
        if segment.text.ends_with("'s") || segment.text.ends_with("’s") {
            end_phrase(phrase, terms);
        }
    }

    /// The segment as a word of a phrase, and whether the phrase may end with it. `None` when the segment ends the
    /// phrase.
    fn latin_word(&self, segment: &str) -> Option<(String, bool)> {
        match self.english.noun(segment) {
            Some(EnglishNoun::Proper(word)) => Some((word, true)),
            _ if NUMBERS.contains(&segment.to_lowercase().as_str()) => None,
            Some(EnglishNoun::Common(word)) => Some((word, true)),
            None => EnglishVocabulary::modifier(segment).map(|word| (word, false)),
        }
    }

    /// Adds adjacent nouns of a segment as one word. Any other letters in the segment end the phrase.
    fn add_korean(&mut self, segment: Segment<'_>, phrase: &mut Vec<PhraseWord>, terms: &mut Vec<Term>) {
        let mut word: Vec<SegmentNoun> = Vec::new();
        let mut end = 0;
        for noun in self.nouns(segment.text) {
            if noun.offset > end {
                end_word(&mut word, segment, phrase);
                end_phrase(phrase, terms);
            }
            end = noun.end();
            word.push(noun);
        }
        end_word(&mut word, segment, phrase);
        if end < segment.text.len() {
            end_phrase(phrase, terms);
        }
    }

    /// The Korean and Latin nouns of a segment in their order. Latin nouns inside a Korean one are its parts.
    fn nouns(&mut self, segment: &str) -> Vec<SegmentNoun> {
        let korean = self.korean;
        let nouns = self.cache.entry(segment.to_owned()).or_insert_with(|| korean_nouns(korean, segment));
        let mut end = 0;
        let mut found: Vec<SegmentNoun> = Vec::new();
        for (text, parts) in nouns.iter() {
            let Some(at) = segment[end..].find(text.as_str()) else { continue };
            let offset = end + at;
            end = offset + text.len();
            found.push(SegmentNoun { text: text.clone(), offset, parts: located(parts, text, offset) });
        }
        let latin = latin_segments(segment).into_iter().filter(|latin| self.english.noun(latin.text).is_some());
        for Segment { text, offset, .. } in latin {
            match found.iter_mut().find(|noun| noun.offset <= offset && offset < noun.end()) {
                Some(noun) => noun.parts.push((text.to_owned(), offset)),
                None => found.push(SegmentNoun { text: text.to_owned(), offset, parts: Vec::new() }),
            }
        }
        found.sort_by_key(|noun| noun.offset);
        found
    }
}

#[derive(Debug)]
struct SegmentNoun {
    text: String,
    /// Byte offset in the segment.
    offset: usize,
    /// The nouns of a compound and their offsets in the segment.
    parts: Vec<(String, usize)>,
}

impl SegmentNoun {
    fn end(&self) -> usize {
        self.offset + self.text.len()
    }
}

/// The parts of a compound at `offset`, with their offsets.
fn located(parts: &[String], compound: &str, offset: usize) -> Vec<(String, usize)> {
    let mut end = 0;
    let place = |part: &String| {
        let at = end + compound[end..].find(part.as_str())?;
        end = at + part.len();
        Some((part.clone(), offset + at))
    };
    parts.iter().filter_map(place).collect()
}

/// The Korean nouns of a segment with their parts, in their order.
fn korean_nouns(dictionary: Option<&Dictionary>, segment: &str) -> Vec<(String, Vec<String>)> {
    match dictionary {
        Some(dictionary) => {
            let dictionary = TextDictionary::new(dictionary);
            let with_parts = |text: String| {
                let parts = korean::parts_of_compound(&dictionary, &text);
                (text, parts)
            };
            korean::nouns(&dictionary, segment).into_iter().map(|noun| with_parts(noun.text)).collect()
        }
        None => particles::nouns(segment).map(|noun| (noun.to_owned(), Vec::new())).collect(),
    }
}

/// Adds adjacent nouns to the phrase as one word.
fn end_word(nouns: &mut Vec<SegmentNoun>, segment: Segment<'_>, phrase: &mut Vec<PhraseWord>) {
    let (Some(first), Some(last)) = (nouns.first(), nouns.last()) else { return };
    let text = segment.text[first.offset..last.end()].to_owned();
    let (start, is_single) = (first.offset, nouns.len() == 1);
    let parts = std::mem::take(nouns).into_iter().flat_map(|noun| {
        let whole = (!is_single).then_some((noun.text, noun.offset));
        whole.into_iter().chain(noun.parts)
    });
    let parts = parts.map(|(part, offset)| (part, segment.offset + offset)).collect();
    phrase.push(PhraseWord { text, offset: segment.offset + start, is_noun: true, takes_number: true, parts });
}

/// Adds the terms of a phrase to `terms` and clears the phrase.
fn end_phrase(phrase: &mut Vec<PhraseWord>, terms: &mut Vec<Term>) {
    // Korean words of one syllable are numerals or determiners, rarely names.
    for run in phrase.split(|word| !has_word_length(&word.text)) {
        for (first, word) in run.iter().enumerate().filter(|(_, word)| !is_number(&word.text)) {
            let part = |(text, offset): &(String, usize)| Term {
                text: text.clone(),
                words: 1,
                is_part: true,
                offset: *offset,
            };
            terms.extend(word.parts.iter().filter(|(text, _)| has_word_length(text)).map(part));
            for words in 1..=WORDS_MAX {
                let Some(words_of_term) = run.get(first..first + words) else { break };
                if words_of_term.last().is_some_and(|word| word.is_noun) {
                    let texts: Vec<&str> = words_of_term.iter().map(|word| word.text.as_str()).collect();
                    terms.push(Term { text: texts.join(" "), words, is_part: false, offset: word.offset });
                }
            }
        }
    }
    phrase.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(sentence: &str) -> Vec<String> {
        let mut terms = TermExtractor::new(None, [sentence].into_iter());
        terms.extract(sentence).into_iter().map(|term| term.text).collect()
    }

    #[test]
    fn adjacent_words_form_terms_until_a_particle_or_punctuation() {
        assert_eq!(terms("무선 이어폰을 고릅니다"), ["무선", "무선 이어폰", "이어폰"]);
        assert_eq!(terms("착용감, 음질"), ["착용감", "음질"]);
        assert_eq!(terms("세 이어폰"), ["이어폰"]);
        assert_eq!(terms("노이즈 캔슬링 이어폰 추천").len(), 4 + 3 + 2);
        assert_eq!(terms("nurio.example에서 본 USB 케이블의 값"), ["USB", "USB 케이블", "케이블"]);
    }

    #[test]
    fn adjacent_latin_and_korean_letters_form_one_word() {
        let mut all = TermExtractor::new(None, std::iter::empty());
        let found = all.extract("갤럭시S24울트라의 LED조명은 Q7은");
        let words: Vec<_> = found.iter().filter(|term| !term.is_part).map(|term| term.text.as_str()).collect();
        assert_eq!(words, ["갤럭시S24울트라", "LED조명", "Q7"]);
        assert!(found.iter().any(|term| term.is_part && term.text == "조명"), "{found:?}");
    }

    #[test]
    fn a_term_has_its_byte_offset() {
        let sentence = "https://a.example/가 새 무선 이어폰";
        let found = TermExtractor::new(None, std::iter::empty()).extract(sentence);
        assert!(found.iter().all(|term| sentence[term.offset..].starts_with(&term.text)), "{found:?}");
        assert!(found.iter().any(|term| term.text == "무선 이어폰"), "{found:?}");
    }

    #[test]
    fn the_number_of_a_model_is_not_a_term_and_follows_a_name_only() {
        let sentence = "We tried the Krevaldo Duo 15 and a machine 15 times. 듀오 15 그라인더";
        assert_eq!(terms(sentence)[..5], ["Krevaldo", "Krevaldo Duo", "Krevaldo Duo 15", "Duo", "Duo 15"]);
        assert!(terms(sentence).contains(&"듀오 15".to_owned()));
        assert!(!terms(sentence).iter().any(|term| term.starts_with("15") || term.contains("machine 15")));
    }

    #[test]
    fn an_acronym_stays_as_it_is_written_and_a_determiner_is_not_part_of_a_term() {
        assert_eq!(terms("이어폰 AS 비용"), ["이어폰", "이어폰 AS", "이어폰 AS 비용", "AS", "AS 비용", "비용"]);
        assert_eq!(terms("The case charges each earbud."), ["case", "earbud"]);
    }

    #[test]
    fn numerals_are_part_of_a_term_only_in_a_name() {
        assert_eq!(terms("We have one cup in the kitchen: a cup."), ["cup", "kitchen", "cup"]);
        assert_eq!(terms("They bought the Krevaldo One yesterday."), ["Krevaldo", "Krevaldo One", "One"]);
    }
}
