//! What people search for, in the sentences of a text: nouns, and up to three words that stand together and end in one.

use std::collections::HashMap;

use answerdeck_api::limits::TOKEN_MAX;

use super::dictionary::Dictionary;
use super::english::{English, Noun};
use super::script::{Piece, is_hangul, is_latin, latin_pieces, pieces};
use super::{particles, sentences};

/// Words of one term.
const WORDS_MAX: usize = 3;

/// Words that count, and are a part of no term unless they are a name's.
const NUMBERS: &[&str] = &[
    "eight", "first", "five", "four", "half", "nine", "one", "second", "seven", "six", "ten", "third", "three", "two",
];

/// A noun or a phrase, where it stands in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    /// As it is written, with single spaces; English nouns that are no names in lower case.
    pub(crate) text: String,
    /// How many words it has.
    pub(crate) words: usize,
    /// Whether it is a part of a word here.
    pub(crate) is_part: bool,
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
        for sentence in texts.flat_map(sentences::sentences) {
            let sentence = sentences::without_addresses(sentence);
            match sentence.contains(is_hangul) {
                true => english.read_foreign(&latin_pieces(&sentence)),
                false => english.read(&pieces(&sentence)),
            }
        }
        Self { korean, english, known: HashMap::new() }
    }

    /// The terms of a sentence, in their order: every noun, and every phrase.
    pub(crate) fn read(&mut self, sentence: &str) -> Vec<Term> {
        let sentence = sentences::without_addresses(sentence);
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
            Some(Noun::Proper(word)) => Some((word, true)),
            _ if NUMBERS.contains(&piece.to_lowercase().as_str()) => None,
            Some(Noun::Common(word)) => Some((word, true)),
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
        let nouns = self.known.entry(piece.to_owned()).or_insert_with(|| korean_nouns(korean, piece));
        let mut found: Vec<(String, usize)> = Vec::new();
        let mut end = 0;
        for noun in nouns.iter() {
            if let Some(at) = piece[end..].find(noun.as_str()) {
                let at = end + at;
                end = at + noun.len();
                // The dictionary knows nouns that are spelled like a particle.
                if at == 0 || !particles::is_particle(noun) {
                    found.push((noun.clone(), at));
                }
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

fn korean_nouns(dictionary: Option<&Dictionary>, piece: &str) -> Vec<String> {
    match dictionary {
        Some(dictionary) => {
            let mut nouns = dictionary.nouns_with_suffixes(piece);
            nouns.retain(|word| !word.contains(is_latin));
            nouns
        }
        None => {
            let runs = piece.split(|letter| !is_hangul(letter)).filter(|run| !run.is_empty());
            runs.filter_map(particles::noun).map(str::to_owned).collect()
        }
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
    // Korean words of one letter count or point, hardly ever name.
    for run in run.split(|word| !is_word(&word.text)) {
        for (first, word) in run.iter().enumerate() {
            let part = |(text, at): &(String, usize)| Term { text: text.clone(), words: 1, is_part: true, at: *at };
            terms.extend(word.parts.iter().filter(|(text, _)| is_word(text)).map(part));
            for words in 1..=WORDS_MAX {
                let Some(phrase) = run.get(first..first + words) else { break };
                if phrase.last().is_some_and(|word| word.is_noun) {
                    let letters: Vec<&str> = phrase.iter().map(|word| word.text.as_str()).collect();
                    terms.push(Term { text: letters.join(" "), words, is_part: false, at: word.at });
                }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(sentence: &str) -> Vec<String> {
        let mut terms = Terms::of(None, [sentence].into_iter());
        terms.read(sentence).into_iter().map(|term| term.text).collect()
    }

    #[test]
    fn words_that_stand_together_are_terms_until_a_particle_or_a_sign() {
        assert_eq!(terms("무선 이어폰을 고릅니다"), ["무선", "무선 이어폰", "이어폰"]);
        assert_eq!(terms("착용감, 음질"), ["착용감", "음질"]);
        assert_eq!(terms("세 이어폰"), ["이어폰"]);
        assert_eq!(terms("노이즈 캔슬링 이어폰 추천").len(), 4 + 3 + 2);
        assert_eq!(terms("nurio.example에서 본 USB 케이블의 값"), ["USB", "USB 케이블", "케이블"]);
    }

    #[test]
    fn latin_letters_and_korean_ones_make_one_word() {
        let mut all = Terms::of(None, std::iter::empty());
        let found = all.read("갤럭시S24울트라의 LED조명은 Q7은");
        let whole: Vec<_> = found.iter().filter(|term| !term.is_part).map(|term| term.text.as_str()).collect();
        assert_eq!(whole, ["갤럭시S24울트라", "LED조명", "Q7"]);
        assert!(found.iter().any(|term| term.is_part && term.text == "조명"), "{found:?}");
    }

    #[test]
    fn a_term_knows_where_it_stands() {
        let sentence = "https://a.example/가 새 무선 이어폰";
        let found = Terms::of(None, std::iter::empty()).read(sentence);
        assert!(found.iter().all(|term| sentence[term.at..].starts_with(&term.text)), "{found:?}");
        assert!(found.iter().any(|term| term.text == "무선 이어폰"), "{found:?}");
    }

    #[test]
    fn numbers_are_no_part_of_a_term_unless_of_a_name() {
        assert_eq!(terms("We have one cup in the kitchen: a cup."), ["cup", "kitchen", "cup"]);
        assert_eq!(terms("They bought the Krevaldo One yesterday."), ["Krevaldo", "Krevaldo One", "One"]);
    }
}
