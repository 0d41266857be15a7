//! The parts of a text that are folded together.

use std::ops::Range;

use super::folding::is_plain;

/// Some letters that are folded in the same way.
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// The byte after it. It has no letter if the next letter is not [plain](is_plain).
    pub(super) end: usize,
}

/// How the letters of a token are folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word of ASCII letters and digits without capitals, a word of Hangul syllables, or an ASCII sign: it stays as it is.
    Lowercase,
    /// A word of ASCII letters and digits with capitals.
    Capitalized,
    /// ASCII white space.
    Space,
    /// One other letter.
    Letter(char),
}

impl Token {
    /// The token that begins with the letter at `at`.
    pub(super) fn new(text: &str, at: usize) -> Self {
        let bytes = text.as_bytes();
        let end_of = |is_part: fn(Class) -> bool| {
            let length = bytes[at..].iter().position(|byte| !is_part(class(*byte)));
            length.map_or(bytes.len(), |length| at + length)
        };
        let first = class(bytes[at]);
        match first {
            Class::Small | Class::Capital => {
                let mut capitals = 0;
                let is_word = |byte: &&u8| {
                    let class = class(**byte);
                    capitals |= u8::from(class == Class::Capital);
                    matches!(class, Class::Small | Class::Capital)
                };
                let end = at + bytes[at..].iter().take_while(is_word).count();
                Self { kind: if capitals == 0 { TokenKind::Lowercase } else { TokenKind::Capitalized }, end }
            }
            Class::Sign => Self { kind: TokenKind::Lowercase, end: at + 1 },
            Class::Space => Self { kind: TokenKind::Space, end: end_of(|class| class == Class::Space) },
            Class::Hangul => {
                let syllables = bytes[at..].chunks_exact(3).take_while(|letter| is_syllable(letter)).count();
                Self { kind: TokenKind::Lowercase, end: at + 3 * syllables }
            }
            Class::Other => {
                let letter = text[at..].chars().next().filter(|letter| is_plain(*letter));
                let length = letter.map_or(0, char::len_utf8);
                Self { kind: TokenKind::Letter(letter.unwrap_or_default()), end: at + length }
            }
        }
    }
}

/// Whether the letter at `at` is [plain](is_plain).
pub(super) fn is_plain_at(text: &str, at: usize) -> bool {
    match class(text.as_bytes()[at]) {
        Class::Small | Class::Capital | Class::Space | Class::Sign => true,
        Class::Hangul => is_syllable(&text.as_bytes()[at..]),
        Class::Other => text[at..].chars().next().is_some_and(is_plain),
    }
}

/// Where the last letter of a part of a text begins. For an empty part, its end.
pub(super) fn start_of_last_letter(text: &str, part: Range<usize>) -> usize {
    let length = text[part.clone()].chars().next_back().map_or(0, char::len_utf8);
    part.end - length
}

/// What the first byte of a letter tells about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
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

fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
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
