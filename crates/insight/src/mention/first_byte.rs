//! What the first byte of a letter tells about it. Most texts are read by it alone, which is much faster than to decode them.

use super::letter_form::is_plain;

/// A class of letters with the same first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// A small ASCII letter or a digit.
    Small,
    /// An ASCII capital.
    Capital,
    /// ASCII white space besides the carriage return, which is one character with a line feed.
    Space,
    /// Another ASCII letter.
    Sign,
    /// Mostly a Hangul syllable.
    Hangul,
    /// The carriage return, or another letter.
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'0'..=b'9' => Class::Small,
            b'A'..=b'Z' => Class::Capital,
            b' ' | b'\t' | b'\n' | b'\x0b' | b'\x0c' => Class::Space,
            b'\r' => Class::Other,
            0..=0x7f => Class::Sign,
            0xea..=0xed => Class::Hangul,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// The class of the letters that begin with a byte.
pub(super) fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// Whether the letter at `at` is [plain](is_plain).
pub(super) fn is_plain_at(text: &str, at: usize) -> bool {
    match class(text.as_bytes()[at]) {
        Class::Small | Class::Capital | Class::Space | Class::Sign => true,
        Class::Hangul => is_syllable(&text.as_bytes()[at..]),
        Class::Other => text[at..].chars().next().is_some_and(is_plain),
    }
}

/// The end of the ASCII letters and digits from `at` on, and whether there are capitals among them.
pub(super) fn word_end(text: &[u8], at: usize) -> (usize, bool) {
    let mut has_capitals = false;
    for (length, byte) in text[at..].iter().enumerate() {
        match class(*byte) {
            Class::Small => {}
            Class::Capital => has_capitals = true,
            _ => return (at + length, has_capitals),
        }
    }
    (text.len(), has_capitals)
}

/// The end of the Hangul syllables from `at` on.
pub(super) fn syllables_end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    while is_syllable(&text[end..]) {
        end += 3;
    }
    end
}

/// Whether a text begins with a Hangul syllable, U+AC00 to U+D7A3.
fn is_syllable(bytes: &[u8]) -> bool {
    match bytes {
        [0xeb | 0xec, ..] => true,
        [0xea, second, ..] => *second >= 0xb0,
        [0xed, second, third, ..] => (*second, *third) <= (0x9e, 0xa3),
        _ => false,
    }
}
