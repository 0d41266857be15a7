//! The form in which names and texts are compared, and the way back to the bytes of the text.
//!
//! Unicode NFKC, full case folding, one space for each run of white space, no invisible characters, one form of each
//! apostrophe and hyphen. A text is folded character by character, as a reader sees them, so that each folded letter
//! belongs to one range of bytes.

use std::ops::{Range, RangeInclusive};

use unicode_segmentation::UnicodeSegmentation;

use super::first_byte::{Class, class, is_plain_at, syllables_end, word_end};
use super::folding::{fold, fold_plain, is_blank, is_ignorable, is_kept, is_plain, is_wide_digit};

/// A folded text.
pub(super) struct FoldedText {
    text: String,
    /// Where the folded text comes from, in ascending order of `at`.
    pieces: Vec<Piece>,
    word_starts: Vec<usize>,
}

/// A part of the folded text. It ends where the next piece begins.
struct Piece {
    /// The first byte in the folded text.
    at: usize,
    /// The first byte in the original.
    original: usize,
    source: Source,
}

/// How a piece was made.
#[derive(Clone, Copy)]
enum Source {
    /// From characters of the same lengths, one by one.
    Letters,
    /// From one character of another length, or of several letters.
    Character {
        /// The byte after the character in the original.
        end: usize,
        /// Whether the character is a symbol, although its folded form has letters: `™`, `①`.
        is_symbol: bool,
    },
}

impl FoldedText {
    /// Folds a text.
    pub(super) fn new(original: &str) -> Self {
        let text = String::with_capacity(original.len());
        let mut folded = Self { text, pieces: Vec::new(), word_starts: Vec::with_capacity(original.len() / 4) };
        let bytes = original.as_bytes();
        let mut at = 0;
        // From here to `at`, letters fold to themselves, or belong to a character with the letter at `at`.
        let mut uncopied = 0;
        while let Some(first) = bytes.get(at) {
            match class(*first) {
                Class::Small | Class::Capital => {
                    let (end, has_capitals) = word_end(bytes, at);
                    folded.word_starts.push(folded.text.len() + at - uncopied);
                    if has_capitals {
                        let whole = whole_characters(original, at..end);
                        folded.copy(original, uncopied..at);
                        folded.copy(original, at..whole);
                        let start = folded.text.len() - (whole - at);
                        folded.text[start..].make_ascii_lowercase();
                        uncopied = whole;
                    }
                    at = end;
                }
                Class::Sign => {
                    folded.word_starts.push(folded.text.len() + at - uncopied);
                    at += 1;
                }
                Class::Space => {
                    let end = at + bytes[at..].iter().take_while(|byte| class(**byte) == Class::Space).count();
                    if bytes[at..end] != *b" " || at == uncopied && folded.text.ends_with(' ') {
                        let whole = whole_characters(original, at..end);
                        folded.copy(original, uncopied..at);
                        if whole > at {
                            folded.push_space(at, 1);
                        }
                        uncopied = whole;
                    }
                    at = end;
                }
                Class::Hangul if syllables_end(bytes, at) > at => {
                    folded.word_starts.push(folded.text.len() + at - uncopied);
                    at = syllables_end(bytes, at);
                }
                Class::Hangul | Class::Other => {
                    let letter = original[at..].chars().next().unwrap_or_default();
                    if !is_plain(letter) {
                        let start = at - last_letter_length(&original[uncopied..at]);
                        folded.copy(original, uncopied..start);
                        at = folded.push_characters(original, start..=at);
                        uncopied = at;
                        continue;
                    }
                    let end = at + letter.len_utf8();
                    if fold_plain(letter) == letter {
                        folded.word_starts.push(folded.text.len() + at - uncopied);
                    } else if whole_characters(original, at..end) == end {
                        folded.copy(original, uncopied..at);
                        folded.push_letter(letter, at, letter.len_utf8());
                        uncopied = end;
                    }
                    at = end;
                }
            }
        }
        folded.copy(original, uncopied..at);
        folded
    }

    /// Adds the characters that begin in a range. Returns the byte after them.
    fn push_characters(&mut self, original: &str, starts: RangeInclusive<usize>) -> usize {
        let mut at = *starts.start();
        while starts.contains(&at) {
            let character = first_character(&original[at..]);
            self.push_character(character, at);
            at += character.len();
        }
        at
    }

    /// The folded text. It can begin and end with one space.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// The bytes of the folded text at which a name can begin at most, in ascending order: all letters but those inside an ASCII
    /// or a Hangul word, and white space.
    pub(super) fn word_starts(&self) -> &[usize] {
        &self.word_starts
    }

    /// The original byte at which the letter at `at` begins. `None` inside a character.
    pub(super) fn original_start(&self, at: usize) -> Option<usize> {
        let piece = self.piece(at)?;
        match piece.source {
            Source::Letters => Some(piece.original + at - piece.at),
            Source::Character { .. } => (piece.at == at).then_some(piece.original),
        }
    }

    /// The original byte after the letter that ends at `at`. `None` inside a character.
    pub(super) fn original_end(&self, at: usize) -> Option<usize> {
        let piece = self.piece(at.checked_sub(1)?)?;
        match piece.source {
            Source::Letters => Some(piece.original + at - piece.at),
            Source::Character { end, .. } => {
                let is_inside = self.piece(at).is_some_and(|next| next.at == piece.at) && at < self.text.len();
                (!is_inside).then_some(end)
            }
        }
    }

    /// Whether the letter at `at` comes from a symbol, such as the `t` of `™`.
    pub(super) fn is_symbol(&self, at: usize) -> bool {
        self.piece(at).is_some_and(|piece| matches!(piece.source, Source::Character { is_symbol: true, .. }))
    }

    /// The piece that contains the byte at `at` of the folded text.
    fn piece(&self, at: usize) -> Option<&Piece> {
        self.pieces.partition_point(|piece| piece.at <= at).checked_sub(1).map(|index| &self.pieces[index])
    }

    /// Adds letters that fold to themselves.
    fn copy(&mut self, original: &str, range: Range<usize>) {
        if !range.is_empty() {
            self.push(range.start, range.len(), range.len());
            self.text.push_str(&original[range]);
        }
    }

    /// Adds a plain letter that has `length` bytes in the original, invisible characters included.
    fn push_letter(&mut self, letter: char, original: usize, length: usize) {
        if letter.is_whitespace() {
            return self.push_space(original, length);
        }
        let letter = fold_plain(letter);
        self.push(original, length, letter.len_utf8());
        self.word_starts.push(self.text.len());
        self.text.push(letter);
    }

    /// Adds white space, unless white space is before it.
    fn push_space(&mut self, original: usize, length: usize) {
        if !self.text.ends_with(' ') {
            self.push(original, length, 1);
            self.text.push(' ');
        }
    }

    /// Adds a character: a letter with its marks, a symbol, an emoji, white space, or nothing visible.
    fn push_character(&mut self, character: &str, original: usize) {
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
        let is_symbol = !first.is_alphabetic() && !is_wide_digit(first) && folded != visible;
        let source = Source::Character { end: original + character.len(), is_symbol };
        let at = self.text.len();
        self.pieces.push(Piece { at, original, source });
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
        let continues = self.pieces.last().is_some_and(|piece| {
            matches!((piece.source, source), (Source::Letters, Source::Letters))
                && piece.original + at - piece.at == original
        });
        if !continues {
            self.pieces.push(Piece { at, original, source });
        }
    }
}

/// The end of a range of plain letters, or of those before the last one if it may be one character with the next letter.
fn whole_characters(text: &str, range: Range<usize>) -> usize {
    let is_whole = range.end == text.len() || is_plain_at(text, range.end);
    if is_whole { range.end } else { range.end - last_letter_length(&text[range]) }
}

fn last_letter_length(text: &str) -> usize {
    text.chars().next_back().map_or(0, char::len_utf8)
}

/// The first character of a text, as a reader sees it. Empty for an empty text.
fn first_character(text: &str) -> &str {
    // Two letters of half the width make one syllable. Unicode does not join them.
    let mut letters = text.chars();
    if let (Some('\u{ffa1}'..='\u{ffbe}'), Some('\u{ffc2}'..='\u{ffdc}')) = (letters.next(), letters.next()) {
        return &text[..text.len() - letters.as_str().len()];
    }
    text.graphemes(true).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        FoldedText::new(text).text
    }

    #[test]
    fn case_width_and_composition_make_no_difference() {
        for (text, form) in [
            ("NIKE", "nike"),
            ("ＮＩＫＥ", "nike"),
            ("oﬃce", "office"),
            ("STRASSE straße STRAẞE", "strasse strasse strasse"),
            ("ΣΊΣΥΦΟΣ σίσυφος", "σίσυφοσ σίσυφοσ"),
            ("Ne\u{301}stle\u{301}", "néstlé"),
            ("\u{1102}\u{1161}\u{110b}\u{1175}\u{110f}\u{1175}", "나이키"),
            ("ﾤￂ", "나"),
            ("ﾅｲｷ", "ナイキ"),
            ("ﾊﾞｲｸ", "バイク"),
            ("㈜삼성", "(주)삼성"),
            ("L’Oréal", "l'oréal"),
            ("Coca‑Cola", "coca-cola"),
        ] {
            assert_eq!(folded(text), form, "{text}");
        }
    }

    #[test]
    fn invisible_characters_are_dropped_and_white_space_is_one_space() {
        assert_eq!(folded("나\u{200b}이\u{ad}키\u{feff}"), "나이키");
        assert_eq!(folded("New \u{a0}\r\n\t Balance\u{3000}\u{3164}x"), "new balance x");
        assert_eq!(folded("\u{200b}\u{fe0f}"), "");
    }

    #[test]
    fn jamo_and_trademark_signs_stay() {
        assert_eq!(folded("나이키ㄳ ㅋㅋ Nike™"), "나이키ㄳ ㅋㅋ nike™");
    }

    #[test]
    fn every_letter_leads_back_to_its_bytes() {
        let text = "aﬁ 나\u{200b}이é ㈜";
        let folded = FoldedText::new(text);
        assert_eq!(folded.as_str(), "afi 나이é (주)");
        let range = |part: &str| {
            let at = folded.as_str().find(part).unwrap();
            Some(&text[folded.original_start(at)?..folded.original_end(at + part.len())?])
        };
        assert_eq!(range("a"), Some("a"));
        assert_eq!(range("fi"), Some("ﬁ"));
        assert_eq!(range("나이"), Some("나\u{200b}이"));
        assert_eq!(range("é (주)"), Some("é ㈜"));
        assert_eq!(range("주"), None, "a character is one");
        assert_eq!(range("f"), None);
        assert_eq!(folded.original_end(0), None);
    }
}
