//! Counts the nouns of a text.

use std::borrow::Cow;
use std::collections::HashMap;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::dictionary::Dictionary;
use crate::english::EnglishVocabulary;
use crate::english_sentence::{EnglishNoun, EnglishSentence};
use crate::known_names::{KnownName, MarkedText};
use crate::korean;
use crate::korean_names::is_known_name;
use crate::names::is_standalone_name;
use crate::particles;
use crate::script::{
    Segment, TOKEN_CHARS_MAX, fold, has_word_length, is_hangul, is_latin, is_number, latin_segments, segments,
};
use crate::sentences::{mask_addresses, sentences};
use crate::text_dictionary::TextDictionary;

/// The maximum number of tokens of one text. The most frequent ones are kept.
pub const TOKENS_MAX: usize = 500;
/// Characters of a text that tokens are taken from. No answer that a person reads is longer.
const TEXT_MAX: usize = 100_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    Korean,
    English,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NounKind {
    Proper,
    Common,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noun {
    /// The noun as it is written, 2..=[`TOKEN_CHARS_MAX`] characters. A common English noun is in lower case.
    pub text: String,
    pub language: Language,
    pub kind: NounKind,
    /// How often the text contains it, at least 1.
    pub count: u32,
}

/// The nouns of a text, which may have marks, in `language`, or in both languages when it is `None`: the most frequent first, then in
/// code point order. A mark by itself is not a noun.
pub(crate) fn nouns(korean: Option<&Dictionary>, text: &str, language: Option<Language>) -> Vec<Noun> {
    let text = composed(text);
    let text = mask_addresses(&text);
    let mut counts = Counts::default();
    let mut english = EnglishVocabulary::default();
    let wants = |wanted| language.is_none_or(|language| language == wanted);
    let (wants_korean, wants_english) = (wants(Language::Korean), wants(Language::English));
    // None for a Korean sentence.
    let mut tagged = Vec::new();
    if wants_english {
        for sentence in sentences(&text) {
            tagged.push((!sentence.contains(is_hangul)).then(|| EnglishSentence::new(sentence)));
            match tagged.last() {
                Some(Some(words)) => english.names.learn(words),
                _ => english.learn_from_korean(&latin_segments(sentence)),
            }
        }
    }
    for words in tagged.iter().flatten() {
        words.nouns(&english.names).into_iter().for_each(|noun| counts.add_english(noun));
    }
    let dictionary = korean.map(TextDictionary::new);
    let mut known = HashMap::new();
    for sentence in sentences(&text).filter(|sentence| sentence.contains(is_hangul)) {
        let mut latin = Vec::new();
        for segment in segments(sentence) {
            if segment.is_latin() {
                latin.push(segment);
                continue;
            }
            let nouns = known.entry(segment.text).or_insert_with(|| korean_nouns(dictionary.as_ref(), segment.text));
            if segment.text.contains(is_latin) && !nouns.iter().any(|(word, _)| word.contains(is_latin)) {
                latin.extend(latin_parts(segment));
            }
            if wants_korean {
                for (word, kind) in nouns {
                    counts.add(word.clone(), Language::Korean, *kind);
                }
            }
        }
        if wants_english {
            EnglishVocabulary::nouns_in_korean(&latin).into_iter().for_each(|noun| counts.add_english(noun));
        }
    }
    counts.join_particles();
    counts.join_endings(&known);
    counts.sorted()
}

/// A text in Unicode NFC. Most texts are.
fn composed(text: &str) -> Cow<'_, str> {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.into(),
        IsNormalized::No | IsNormalized::Maybe => text.nfc().collect::<String>().into(),
    }
}

/// The tokens of a text, each once, in code point order.
pub(crate) fn tokens(korean: Option<&Dictionary>, text: &str, names: &[KnownName<'_>]) -> Vec<String> {
    let end = text.char_indices().nth(TEXT_MAX).map_or(text.len(), |(at, _)| at);
    let marked = MarkedText::new(&text[..end], names);
    let mut counts: HashMap<String, u32> = HashMap::new();
    for noun in nouns(korean, &marked.text, None) {
        for part in noun.text.split(' ').filter(|part| part.len() < noun.text.len() && is_standalone_name(part)) {
            *counts.entry(fold(part)).or_default() += noun.count;
        }
        *counts.entry(fold(&marked.restore(&noun.text))).or_default() += noun.count;
    }
    counts.retain(|token, _| token.chars().nth(TOKEN_CHARS_MAX).is_none());
    let mut known: HashMap<String, u32> = HashMap::new();
    for (token, count) in marked.tokens() {
        let token = fold(token);
        counts.remove(&token);
        *known.entry(token).or_default() += count;
    }
    let mut tokens = most_frequent(known);
    tokens.extend(most_frequent(counts));
    tokens.truncate(TOKENS_MAX);
    tokens.sort_unstable();
    tokens
}

/// The most frequent tokens first, then in code point order.
fn most_frequent(counts: HashMap<String, u32>) -> Vec<String> {
    let mut counts: Vec<(String, u32)> = counts.into_iter().collect();
    counts.sort_unstable_by(|(one, one_count), (other, other_count)| {
        other_count.cmp(one_count).then_with(|| one.cmp(other))
    });
    counts.into_iter().map(|(token, _)| token).collect()
}

/// The Latin words of a segment with Hangul. A number is one only before a particle: `Air 2와`, but not `2시간`.
fn latin_parts(segment: Segment<'_>) -> impl Iterator<Item = Segment<'_>> {
    let rest = segment.text.trim_start_matches(is_latin);
    let is_before_particle = particles::is_particle(rest);
    latin_segments(segment.text).into_iter().filter_map(move |part| {
        let after_punctuation = part.after_punctuation || part.offset == 0 && segment.after_punctuation;
        (!is_number(part.text) || is_before_particle).then_some(Segment {
            offset: segment.offset + part.offset,
            after_punctuation,
            ..part
        })
    })
}

/// The Korean nouns of a segment. Without a dictionary, or when it reads no more, only well-known names are proper nouns.
fn korean_nouns(dictionary: Option<&TextDictionary<'_>>, segment: &str) -> Vec<(String, NounKind)> {
    let kind = |is_proper| if is_proper { NounKind::Proper } else { NounKind::Common };
    match dictionary.filter(|dictionary| !dictionary.is_exhausted()) {
        Some(dictionary) => {
            let analyzed = dictionary.analyzed(segment, || korean::nouns(dictionary, segment));
            analyzed.nouns.iter().map(|noun| (noun.text.clone(), kind(noun.is_proper))).collect()
        }
        None => particles::nouns(segment).map(|word| (word.to_owned(), kind(is_known_name(word)))).collect(),
    }
}

#[derive(Default)]
struct Counts(HashMap<(String, Language, NounKind), u32>);

impl Counts {
    fn add_english(&mut self, noun: EnglishNoun) {
        match noun {
            EnglishNoun::Proper(word) => self.add(word, Language::English, NounKind::Proper),
            EnglishNoun::Common(word) => self.add(word, Language::English, NounKind::Common),
        }
    }

    fn add(&mut self, word: String, language: Language, kind: NounKind) {
        if has_word_length(&word) {
            *self.0.entry((word, language, kind)).or_default() += 1;
        }
    }

    /// Counts a Korean name with a particle as the name, where the text also has the name alone, and more often.
    fn join_particles(&mut self) {
        let key = |word: &str| (word.to_owned(), Language::Korean, NounKind::Proper);
        let names =
            self.0.iter().filter(|((_, language, kind), _)| (*language, *kind) == (Language::Korean, NounKind::Proper));
        let joined: Vec<(String, String)> = names
            .filter_map(|((word, _, _), count)| {
                let stem =
                    particles::stems(word).find(|stem| self.0.get(&key(stem)).is_some_and(|alone| alone > count));
                stem.map(|stem| (word.clone(), stem.to_owned()))
            })
            .collect();
        for (word, stem) in joined {
            if let Some(count) = self.0.remove(&key(&word)) {
                *self.0.entry(key(&stem)).or_default() += count;
            }
        }
    }

    /// Counts a Korean name that the text has at least twice, and only with 로 after it, as a name that ends with 로:
    /// `미카로`. `known` has the nouns of each segment.
    fn join_endings(&mut self, known: &HashMap<&str, Vec<(String, NounKind)>>) {
        let mut always: HashMap<&str, bool> = HashMap::new();
        for (segment, nouns) in known {
            for (word, _) in nouns.iter().filter(|(_, kind)| *kind == NounKind::Proper) {
                let follows = segment.strip_prefix(word.as_str()).is_some_and(|rest| rest.starts_with('로'));
                *always.entry(word).or_insert(true) &= follows;
            }
        }
        for (word, _) in always.into_iter().filter(|(word, always)| *always && !is_known_name(word)) {
            let key = |word: String| (word, Language::Korean, NounKind::Proper);
            if let Some(count) = self.0.get(&key(word.to_owned())).copied().filter(|count| *count > 1) {
                self.0.remove(&key(word.to_owned()));
                *self.0.entry(key(format!("{word}로"))).or_default() += count;
            }
        }
    }

    fn sorted(self) -> Vec<Noun> {
        let nouns = self.0.into_iter().map(|((text, language, kind), count)| Noun { text, language, kind, count });
        let mut nouns: Vec<Noun> = nouns.collect();
        nouns.sort_unstable_by(|one, other| {
            let tie = || (&one.text, one.language, one.kind).cmp(&(&other.text, other.language, other.kind));
            other.count.cmp(&one.count).then_with(tie)
        });
        nouns
    }
}
