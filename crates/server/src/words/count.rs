//! Counting the nouns of a text.

use std::collections::HashMap;

use answerdeck_api::limits::TOKEN_MAX;
use answerdeck_api::{NounTag, ProperNoun, TextLanguage, WordLanguage};
use unicode_normalization::UnicodeNormalization;

use super::dictionary::Dictionary;
use super::english::{English, Noun};
use super::script::{is_hangul, is_latin, latin_pieces, pieces};
use super::{particles, sentences};
use crate::database::search::folded;

/// Tokens kept of one text: its most frequent ones.
pub const TOKENS_MAX: usize = 500;
/// Letters of a text that tokens are taken from: no answer that a person reads is longer.
const TEXT_MAX: usize = 100_000;

/// The form in which words are one token: lower case, Unicode NFC.
pub fn token_of(word: &str) -> String {
    folded(word)
}

/// The nouns of a text with their counts, the most frequent first, then by their letters.
pub(super) fn nouns(korean: Option<&Dictionary>, text: &str, language: &TextLanguage) -> Vec<ProperNoun> {
    let text: String = text.nfc().collect();
    let text = sentences::without_addresses(&text);
    let mut counts = Counts::default();
    let mut english = English::default();
    let (wants_korean, wants_english) = (*language != TextLanguage::English, *language != TextLanguage::Korean);
    if wants_english {
        for sentence in sentences::sentences(&text) {
            match sentence.contains(is_hangul) {
                true => english.read_foreign(&latin_pieces(sentence)),
                false => english.read(&pieces(sentence)),
            }
        }
    }
    let mut known = HashMap::new();
    for sentence in sentences::sentences(&text) {
        if wants_english {
            for noun in latin_pieces(sentence).iter().filter_map(|piece| english.noun(piece.text)) {
                match noun {
                    Noun::Proper(word) => counts.add(word, WordLanguage::English, NounTag::Proper),
                    Noun::Common(word) => counts.add(word, WordLanguage::English, NounTag::Common),
                }
            }
        }
        if wants_korean {
            for piece in pieces(sentence).iter().filter(|piece| !piece.text.chars().all(is_latin_or_sign)) {
                let nouns = known.entry(piece.text).or_insert_with(|| korean_nouns(korean, piece.text));
                for (word, is_name) in nouns {
                    let tag = if *is_name { NounTag::Proper } else { NounTag::Common };
                    counts.add(word.clone(), WordLanguage::Korean, tag);
                }
            }
        }
    }
    counts.sorted()
}

/// The tokens of a text, each once, in the order of their letters.
pub(super) fn tokens(korean: Option<&Dictionary>, text: &str) -> Vec<String> {
    let end = text.char_indices().nth(TEXT_MAX).map_or(text.len(), |(at, _)| at);
    let mut counts: HashMap<String, u32> = HashMap::new();
    for noun in nouns(korean, &text[..end], &TextLanguage::Auto) {
        *counts.entry(token_of(&noun.word)).or_default() += noun.frequency;
    }
    let mut counts: Vec<(String, u32)> =
        counts.into_iter().filter(|(token, _)| token.chars().nth(TOKEN_MAX).is_none()).collect();
    counts.sort_unstable_by(|(a, ours), (b, theirs)| theirs.cmp(ours).then_with(|| a.cmp(b)));
    counts.truncate(TOKENS_MAX);
    let mut tokens: Vec<String> = counts.into_iter().map(|(token, _)| token).collect();
    tokens.sort_unstable();
    tokens
}

fn is_latin_or_sign(letter: char) -> bool {
    is_latin(letter) || !letter.is_alphanumeric()
}

/// The nouns of letters that stand together, and whether each is a name. Without a dictionary nobody can tell, and none
/// is.
fn korean_nouns(dictionary: Option<&Dictionary>, piece: &str) -> Vec<(String, bool)> {
    match dictionary {
        Some(dictionary) => {
            let mut nouns = dictionary.nouns(piece);
            nouns.retain(|(word, _)| !word.contains(is_latin));
            nouns
        }
        None => piece
            .split(|letter| !is_hangul(letter))
            .filter_map(particles::noun)
            .map(|word| (word.to_owned(), false))
            .collect(),
    }
}

#[derive(Default)]
struct Counts(HashMap<(String, WordLanguage, NounTag), u32>);

impl Counts {
    /// A single letter is no word, and letters without an end are none either.
    fn add(&mut self, word: String, language: WordLanguage, tag: NounTag) {
        let mut letters = word.chars();
        if letters.nth(1).is_some() && letters.nth(TOKEN_MAX - 2).is_none() {
            *self.0.entry((word, language, tag)).or_default() += 1;
        }
    }

    fn sorted(self) -> Vec<ProperNoun> {
        let mut nouns: Vec<ProperNoun> = self
            .0
            .into_iter()
            .map(|((word, lang, tag), frequency)| ProperNoun { word, lang, tag, frequency })
            .collect();
        nouns.sort_unstable_by(|a, b| {
            let key = |noun: &ProperNoun| (noun.lang.clone(), noun.tag.clone());
            b.frequency.cmp(&a.frequency).then_with(|| a.word.cmp(&b.word)).then_with(|| key(a).cmp(&key(b)))
        });
        nouns
    }
}
