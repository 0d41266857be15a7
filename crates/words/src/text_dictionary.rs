//! The dictionary as one text uses it: it reads a limited number of letters, because each costs up to six microseconds.

use std::cell::Cell;
use std::sync::Arc;

use crate::dictionary::{Dictionary, Morpheme, PART_MAX};
use crate::segment_cache::{AnalyzedSegment, KoreanNoun};

/// Letters of a text that the dictionary reads. The part in which the limit is reached is read to its end. A segment that
/// occurs again is not read again. Decision 0013 has the reason.
const LETTERS_MAX: usize = 36_000;

/// A dictionary and the letters that it has read of a text.
pub(crate) struct TextDictionary<'a> {
    dictionary: &'a Dictionary,
    letters: LetterCount,
}

impl<'a> TextDictionary<'a> {
    pub(crate) fn new(dictionary: &'a Dictionary) -> Self {
        Self { dictionary, letters: LetterCount::default() }
    }

    /// Whether the dictionary reads no more of the text.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.letters.is_exhausted()
    }

    /// The result of `analyze` for a segment, which may come from another text. Its letters count either way, so that a
    /// result never depends on other texts.
    pub(crate) fn analyzed(&self, segment: &str, analyze: impl FnOnce() -> Vec<KoreanNoun>) -> Arc<AnalyzedSegment> {
        let cache = &self.dictionary.segment_cache;
        let is_read_whole = |known: &Arc<AnalyzedSegment>| self.letters.0.get() + known.letters < LETTERS_MAX;
        if let Some(known) = cache.get(segment).filter(is_read_whole) {
            self.letters.add(known.letters);
            return known;
        }
        let before = self.letters.0.get();
        let nouns = analyze();
        let analyzed = Arc::new(AnalyzedSegment { nouns, letters: self.letters.0.get() - before });
        // A segment at the limit was not read to its end.
        if !self.is_exhausted() {
            cache.insert(segment, Arc::clone(&analyzed));
        }
        analyzed
    }

    /// The morphemes of a segment, or of its beginning when the dictionary reads no more of the text.
    pub(crate) fn morphemes(&self, segment: &str) -> Vec<Morpheme> {
        self.letters.parts(segment).flat_map(|part| self.dictionary.morphemes(part)).collect()
    }
}

#[derive(Default)]
struct LetterCount(Cell<usize>);

impl LetterCount {
    fn is_exhausted(&self) -> bool {
        self.0.get() >= LETTERS_MAX
    }

    fn add(&self, letters: usize) {
        self.0.set(self.0.get() + letters);
    }

    /// The parts of a segment that are read, each counted when it is taken.
    fn parts<'a>(&'a self, segment: &'a str) -> impl Iterator<Item = &'a str> {
        let mut rest = segment;
        std::iter::from_fn(move || {
            if rest.is_empty() || self.is_exhausted() {
                return None;
            }
            let (letters, end) = match rest.char_indices().nth(PART_MAX) {
                Some((end, _)) => (PART_MAX, end),
                None => (rest.chars().count(), rest.len()),
            };
            self.add(letters);
            let (part, after) = rest.split_at(end);
            rest = after;
            Some(part)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The letters that are read of a text, segment by segment.
    fn read(text: &str) -> usize {
        let count = LetterCount::default();
        text.split(' ').flat_map(|segment| count.parts(segment)).map(|part| part.chars().count()).sum()
    }

    #[test]
    fn a_text_is_split_without_losing_a_letter() {
        let count = LetterCount::default();
        let segment = "가나다".repeat(100);
        let parts: Vec<&str> = count.parts(&segment).collect();
        assert!(parts.concat() == segment && parts.iter().all(|part| part.chars().count() <= PART_MAX));
        assert_eq!((count.0.get(), count.is_exhausted()), (300, false));
    }

    #[test]
    fn a_hostile_text_is_read_up_to_the_limit() {
        for segment in ["지", "가나 ", "이지 한지 ", "a가", "東가"] {
            let letters = read(&segment.repeat(100_000));
            assert!((LETTERS_MAX..LETTERS_MAX + PART_MAX).contains(&letters), "{segment}: {letters}");
        }
    }
}
