//! What people search for, in the sentences of a text: nouns, and up to three words that stand together and end in one.

use std::collections::HashMap;

use answerdeck_api::limits::TOKEN_MAX;

use super::dictionary::Dictionary;
use super::english::{English, Noun};
use super::script::{Piece, is_hangul, is_latin, latin_pieces, pieces};
use super::{count, prose};

/// Words of one term.
const WORDS_MAX: usize = 3;

/// A noun or a phrase, where it stands in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    /// As it is written, with single spaces; English nouns that are no names in lower case.
    pub(crate) text: String,
    /// How many words it has.
    pub(crate) words: usize,
    /// Byte of the sentence at which it begins.
    pub(crate) at: usize,
}

/// Reads the terms of sentences. It knows the English nouns of all texts that it was made for, and every Korean word that
/// it has read.
pub(crate) struct Terms<'a> {
    korean: Option<&'a Dictionary>,
    english: English,
    known: HashMap<String, Vec<String>>,
}

/// A word of a run: words that stand together, nothing between them but a space.
struct Word {
    text: String,
    at: usize,
    is_noun: bool,
    /// The nouns that it is made of, when there are several, and where they begin.
    parts: Vec<(String, usize)>,
}

impl<'a> Terms<'a> {
    pub(super) fn of<'b>(korean: Option<&'a Dictionary>, texts: impl Iterator<Item = &'b str>) -> Self {
        let mut english = English::default();
        for sentence in texts.flat_map(prose::sentences) {
            let sentence = prose::without_addresses(sentence);
            match sentence.contains(is_hangul) {
                true => english.read_foreign(&latin_pieces(&sentence)),
                false => english.read(&pieces(&sentence)),
            }
        }
        Self { korean, english, known: HashMap::new() }
    }

    /// The terms of a sentence, in their order: every noun, and every phrase.
    pub(crate) fn read(&mut self, sentence: &str) -> Vec<Term> {
        let sentence = prose::without_addresses(sentence);
        let (mut terms, mut run) = (Vec::new(), Vec::new());
        for piece in pieces(&sentence) {
            if piece.after_sign {
                end_run(&mut run, &mut terms);
            }
            if piece.text.chars().all(|letter| is_latin(letter) || !letter.is_alphanumeric()) {
                self.read_latin(piece, &mut run, &mut terms);
            } else {
                self.read_korean(piece, &mut run, &mut terms);
            }
        }
        end_run(&mut run, &mut terms);
        terms
    }

    fn read_latin(&self, piece: Piece<'_>, run: &mut Vec<Word>, terms: &mut Vec<Term>) {
        let Some((text, is_noun)) = self.latin_word(piece.text) else { return end_run(run, terms) };
        run.push(Word { text, at: piece.at, is_noun, parts: Vec::new() });
        if piece.text.ends_with("'s") || piece.text.ends_with("’s") {
            end_run(run, terms);
        }
    }

    /// A word of a phrase, and whether the phrase may end with it.
    fn latin_word(&self, piece: &str) -> Option<(String, bool)> {
        match self.english.noun(piece) {
            Some(Noun::Proper(word) | Noun::Common(word)) => Some((word, true)),
            None => English::before_noun(piece).map(|word| (word, false)),
        }
    }

    /// A piece is nouns that are written as one word, and what follows them: a run goes on only after a piece that is
    /// nothing else.
    fn read_korean(&mut self, piece: Piece<'_>, run: &mut Vec<Word>, terms: &mut Vec<Term>) {
        let nouns = self.nouns(piece.text);
        let mut word: Vec<(String, usize)> = Vec::new();
        let mut end = 0;
        for (noun, at) in nouns {
            if at > end {
                end_word(&mut word, piece, run);
                end_run(run, terms);
            }
            end = at + noun.len();
            word.push((noun, at));
        }
        end_word(&mut word, piece, run);
        if end < piece.text.len() {
            end_run(run, terms);
        }
    }

    /// The nouns of a piece, Latin ones among them, and where they begin.
    fn nouns(&mut self, piece: &str) -> Vec<(String, usize)> {
        let korean = self.korean;
        let nouns = self
            .known
            .entry(piece.to_owned())
            .or_insert_with(|| count::korean_nouns(korean, piece).into_iter().map(|(noun, _)| noun).collect());
        let mut found: Vec<(String, usize)> = Vec::new();
        let mut end = 0;
        for noun in nouns.iter() {
            if let Some(at) = piece[end..].find(noun.as_str()) {
                found.push((noun.clone(), end + at));
                end += at + noun.len();
            }
        }
        let latin = latin_pieces(piece)
            .into_iter()
            .filter_map(|latin| self.english.noun(latin.text).map(|_| (latin.text.to_owned(), latin.at)));
        found.extend(latin);
        found.sort_by_key(|(_, at)| *at);
        found
    }
}

/// Nouns that stand as one word become the next word of a run.
fn end_word(nouns: &mut Vec<(String, usize)>, piece: Piece<'_>, run: &mut Vec<Word>) {
    let (Some((_, start)), Some((last, end))) = (nouns.first(), nouns.last()) else { return };
    let text = piece.text[*start..end + last.len()].to_owned();
    let at = piece.at + start;
    let parts = std::mem::take(nouns).into_iter().map(|(noun, at)| (noun, piece.at + at));
    let parts: Vec<_> = parts.collect();
    run.push(Word { text, at, is_noun: true, parts: if parts.len() > 1 { parts } else { Vec::new() } });
}

/// The terms of words that stand together.
fn end_run(run: &mut Vec<Word>, terms: &mut Vec<Term>) {
    for (first, word) in run.iter().enumerate() {
        let parts = word.parts.iter().map(|(text, at)| Term { text: text.clone(), words: 1, at: *at });
        terms.extend(parts.filter(|part| is_word(&part.text)));
        for words in 1..=WORDS_MAX {
            let Some(phrase) = run.get(first..first + words) else { break };
            let letters: Vec<&str> = phrase.iter().map(|word| word.text.as_str()).collect();
            let is_whole = words > 1 || is_word(&word.text);
            if is_whole && phrase.last().is_some_and(|word| word.is_noun) {
                terms.push(Term { text: letters.join(" "), words, at: word.at });
            }
        }
    }
    run.clear();
}

/// A single letter is no word, and letters without an end are none either.
fn is_word(text: &str) -> bool {
    let mut letters = text.chars();
    letters.nth(1).is_some() && letters.nth(TOKEN_MAX - 2).is_none()
}
