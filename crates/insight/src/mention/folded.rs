//! The form in which names and texts are compared (Unicode NFKC, full case folding, single spaces, no invisible characters, one
//! form of each apostrophe and hyphen), and the way back to the bytes of the text. A text is folded character by character, as
//! a reader sees them, so that each folded letter belongs to one range of bytes.

use std::ops::Range;

use super::letter_form::{
    fold, fold_plain, is_blank, is_frame, is_ignorable, is_kept, is_ornament, is_plain, is_wide_digit,
};

pub(super) struct FoldedText {
    text: String,
    /// Where the folded text comes from, in ascending order of `at`.
    segments: Vec<Segment>,
    word_starts: Vec<usize>,
    has_symbols: bool,
}

/// A part of the folded text. It ends where the next segment begins.
#[derive(Clone, Copy)]
struct Segment {
    /// The first byte in the folded text.
    at: usize,
    /// The first byte in the original.
    original: usize,
    source: Source,
}

#[derive(Clone, Copy)]
enum Source {
    /// From characters of the same lengths, one by one.
    Letters,
    /// From one character of another length, or of several letters.
    Character {
        /// The byte after the character in the original.
        end: usize,
        /// Whether the character is a symbol, although its folded form has letters: `㎏`, `1️⃣`.
        is_symbol: bool,
    },
}

impl FoldedText {
    /// An empty text, with capacity for a text of some bytes.
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            segments: Vec::with_capacity(bytes / 32),
            // Words of most texts have four bytes or more.
            word_starts: Vec::with_capacity(bytes / 4),
            has_symbols: false,
        }
    }

    /// The folded text. It can begin and end with one space, and ASCII letters can be capitals.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// The places of the folded text at which words can begin, and some more, in ascending order. A place may occur
    /// twice.
    pub(super) fn word_starts(&self) -> &[usize] {
        &self.word_starts
    }

    /// The original bytes of the letters from `start` to `end`. `None` if they begin or end inside a character.
    pub(super) fn original(&self, start: usize, end: usize) -> Option<Range<usize>> {
        let index = self.segment_index(start)?;
        let Segment { at, original, source } = self.segments[index];
        let is_whole = self.segments.get(index + 1).is_none_or(|next| end <= next.at);
        match source {
            Source::Letters if is_whole => Some(original + start - at..original + end - at),
            _ => Some(self.original_start(start)?..self.original_end(end)?),
        }
    }

    /// The original byte at which the letter at `at` begins. `None` inside a character.
    pub(super) fn original_start(&self, at: usize) -> Option<usize> {
        let segment = self.segment(at)?;
        match segment.source {
            Source::Letters => Some(segment.original + at - segment.at),
            Source::Character { .. } => (segment.at == at).then_some(segment.original),
        }
    }

    /// The original byte after the letter that ends at `at`. `None` inside a character.
    pub(super) fn original_end(&self, at: usize) -> Option<usize> {
        let segment = self.segment(at.checked_sub(1)?)?;
        match segment.source {
            Source::Letters => Some(segment.original + at - segment.at),
            Source::Character { end, .. } => {
                let is_inside = self.segment(at).is_some_and(|next| next.at == segment.at) && at < self.text.len();
                (!is_inside).then_some(end)
            }
        }
    }

    /// Whether the letter at `at` comes from a symbol, such as the `k` of `㎏`.
    pub(super) fn is_symbol(&self, at: usize) -> bool {
        self.has_symbols
            && self
                .segment(at)
                .is_some_and(|segment| matches!(segment.source, Source::Character { is_symbol: true, .. }))
    }

    /// The segment that contains the byte at `at` of the folded text.
    fn segment(&self, at: usize) -> Option<&Segment> {
        self.segment_index(at).map(|index| &self.segments[index])
    }

    fn segment_index(&self, at: usize) -> Option<usize> {
        self.segments.partition_point(|segment| segment.at <= at).checked_sub(1)
    }

    /// Records that a word can begin in the letters that [`push_letters`](Self::push_letters) adds next.
    pub(super) fn push_word_start(&mut self, in_letters: usize) {
        self.word_starts.push(self.text.len() + in_letters);
    }

    /// Adds letters that fold to themselves, except for ASCII capitals, from the byte `original` on.
    pub(super) fn push_letters(&mut self, letters: &str, original: usize) {
        if !letters.is_empty() {
            self.push(original, letters.len(), letters.len());
            self.text.push_str(letters);
        }
    }

    /// Adds a plain letter that has `length` bytes in the original, invisible characters included.
    pub(super) fn push_letter(&mut self, letter: char, original: usize, length: usize) {
        if letter.is_whitespace() {
            return self.push_space(original, length);
        }
        let letter = fold_plain(letter);
        self.push(original, length, letter.len_utf8());
        self.word_starts.push(self.text.len());
        self.text.push(letter);
    }

    /// Adds white space, unless white space is before it.
    pub(super) fn push_space(&mut self, original: usize, length: usize) {
        if !self.text.ends_with(' ') {
            self.push(original, length, 1);
            self.text.push(' ');
        }
    }

    /// Adds a character: a letter with its marks, a symbol, an emoji, white space, or nothing visible.
    pub(super) fn push_character(&mut self, character: &str, original: usize) {
        let visible: String = character.chars().filter(|letter| !is_ignorable(*letter)).collect();
        let mut letters = visible.chars();
        let Some(first) = letters.next() else { return };
        if visible.chars().all(is_blank) {
            return self.push_space(original, character.len());
        }
        if letters.next().is_none() {
            if is_plain(first) {
                return self.push_letter(first, original, character.len());
            }
            if is_kept(first) {
                self.push(original, character.len(), visible.len());
                self.word_starts.push(self.text.len());
                self.text.push(first);
                return;
            }
        }
        let folded = fold(&visible);
        let is_symbol = is_ornament(first)
            || visible.contains(is_frame)
            || !first.is_alphabetic() && !is_wide_digit(first) && folded != visible;
        self.has_symbols |= is_symbol;
        let source = Source::Character { end: original + character.len(), is_symbol };
        let at = self.text.len();
        self.segments.push(Segment { at, original, source });
        self.word_starts.extend(folded.char_indices().map(|(index, _)| at + index));
        self.text.push_str(&folded);
    }

    /// Records where the next folded letter comes from.
    fn push(&mut self, original: usize, length: usize, folded_length: usize) {
        let at = self.text.len();
        let source = if length == folded_length {
            Source::Letters
        } else {
            Source::Character { end: original + length, is_symbol: false }
        };
        let continues = self.segments.last().is_some_and(|segment| {
            matches!((segment.source, source), (Source::Letters, Source::Letters))
                && segment.original + at - segment.at == original
        });
        if !continues {
            self.segments.push(Segment { at, original, source });
        }
    }
}
