//! The kinds of letters and their folded form, again: a plain table, and what the libraries say.

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use Kind::{Hangul, Katakana, Mark, Number, Sign, Underscore, Unspaced, Word};

/// What a letter is at a word boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sign,
    Underscore,
    /// A letter of a script with spaces.
    Word,
    Number,
    Mark,
    Hangul,
    Katakana,
    Unspaced,
}

/// Blocks of Unicode, and the letters that are not as the others of their block before it. What is in none is a letter or a
/// number if the standard library says so.
const BLOCKS: &[(u32, u32, Kind)] = &[
    (0x5f, 0x5f, Underscore),
    // Above the line.
    (0xaa, 0xaa, Sign),
    (0xb2, 0xb3, Sign),
    (0xb9, 0xba, Sign),
    (0x2b0, 0x2b8, Sign),
    (0x2e0, 0x2e4, Sign),
    (0x1d2c, 0x1d6a, Sign),
    (0x1d9b, 0x1dbf, Sign),
    (0x2070, 0x207f, Sign),
    // In a frame.
    (0x2460, 0x24ff, Sign),
    (0x2776, 0x2793, Sign),
    (0x3251, 0x32bf, Sign),
    (0x32d0, 0x32fe, Sign),
    (0x1f100, 0x1f1ff, Sign),
    // Combining marks: their block, three supplements, marks of symbols, Japanese voicing and half marks.
    (0x300, 0x36f, Mark),
    (0x1ab0, 0x1aff, Mark),
    (0x1dc0, 0x1dff, Mark),
    (0x20d0, 0x20ff, Mark),
    (0x3099, 0x309a, Mark),
    (0xfe20, 0xfe2f, Mark),
    // Jamo that make syllables, syllables, and jamo that stand alone.
    (0x1100, 0x11ff, Hangul),
    (0xa960, 0xa97f, Hangul),
    (0xac00, 0xd7a3, Hangul),
    (0xd7b0, 0xd7ff, Hangul),
    (0x3131, 0x318e, Sign),
    // Katakana without its middle dot, and phonetic extensions.
    (0x30fb, 0x30fb, Sign),
    (0x30a1, 0x30ff, Katakana),
    (0x31f0, 0x31ff, Katakana),
    // Thai and Lao, Myanmar, Khmer, Hiragana, Han.
    (0xe00, 0xeff, Unspaced),
    (0x1000, 0x109f, Unspaced),
    (0x1780, 0x17ff, Unspaced),
    (0x3005, 0x3005, Unspaced),
    (0x3007, 0x3007, Unspaced),
    (0x3041, 0x309f, Unspaced),
    (0x3400, 0x4dbf, Unspaced),
    (0x4e00, 0x9fff, Unspaced),
    (0xf900, 0xfaff, Unspaced),
    (0x20000, 0x3ffff, Unspaced),
];

pub(crate) fn kind(letter: char) -> Kind {
    let code = u32::from(letter);
    let block = BLOCKS.iter().find(|(first, last, _)| (*first..=*last).contains(&code));
    match block {
        Some((.., kind)) => *kind,
        None if letter.is_alphabetic() => Word,
        None if letter.is_numeric() => Number,
        None => Sign,
    }
}

/// Signs that belong to the number after them.
pub(super) fn is_currency(letter: char) -> bool {
    "$¢£¤¥".contains(letter) || ('\u{20a0}'..='\u{20cf}').contains(&letter)
}

/// A folded letter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letter {
    pub(crate) letter: char,
    pub(crate) kind: Kind,
    /// The bytes of its character in the text.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether it is the first or the last letter of its character.
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
}

/// Folds a text by its characters.
pub(crate) fn fold(text: &str) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::new();
    for (start, character) in characters(text) {
        let end = start + character.len();
        let visible: String = character.chars().filter(|letter| !is_invisible(*letter)).collect();
        let Some(first) = visible.chars().next() else { continue };
        let is_space = |letter: char| letter.is_whitespace() || "\u{3164}\u{ffa0}".contains(letter);
        if visible.chars().all(is_space) {
            if letters.last().is_none_or(|last| last.letter != ' ') {
                letters.push(Letter { letter: ' ', kind: Sign, start, end, is_first: true, is_last: true });
            }
            continue;
        }
        let is_alone = visible.chars().count() == 1;
        let is_jamo = ('\u{3131}'..='\u{318e}').contains(&first);
        let stays = is_jamo || "™℠".contains(first) || !first.is_ascii() && has_no_kind(first);
        let folded = if is_alone && stays { visible.clone() } else { fold_character(&visible) };
        let is_wide_digit = matches!(first, '０'..='９' | '\u{1d7ce}'..='\u{1d7ff}');
        let has_frame =
            visible.contains(['\u{20dd}', '\u{20de}', '\u{20df}', '\u{20e0}', '\u{20e2}', '\u{20e3}', '\u{20e4}']);
        let changes_to_letters = folded != visible && !first.is_alphabetic() && !is_wide_digit;
        let is_symbol = has_no_kind(first) || has_frame || changes_to_letters;
        let count = folded.chars().count();
        letters.extend(folded.chars().enumerate().map(|(at, letter)| {
            let kind = if is_symbol && letter != '_' { Sign } else { kind(letter) };
            Letter { letter, kind, start, end, is_first: at == 0, is_last: at + 1 == count }
        }));
    }
    letters
}

/// Whether a letter or number in a frame or above the line is a sign.
fn has_no_kind(letter: char) -> bool {
    let is_jamo = ('\u{3131}'..='\u{318e}').contains(&letter);
    let in_table =
        BLOCKS.iter().any(|(first, last, kind)| (*first..=*last).contains(&u32::from(letter)) && *kind == Sign);
    in_table && !is_jamo && letter != '・'
}

/// The characters of a text, with their places.
fn characters(text: &str) -> Vec<(usize, &str)> {
    let mut characters: Vec<(usize, &str)> = text.grapheme_indices(true).collect();
    // Letters of half the width: a consonant and a vowel are one character.
    let is_half = |character: &str, first: char, last: char| {
        character.chars().count() == 1 && character.starts_with(|letter| (first..=last).contains(&letter))
    };
    let mut index = 0;
    while index + 1 < characters.len() {
        let next = characters[index + 1].1.chars().next().unwrap().to_string();
        if is_half(characters[index].1, '\u{ffa1}', '\u{ffbe}') && is_half(&next, '\u{ffc2}', '\u{ffdc}') {
            let start = characters[index].0;
            characters[index].1 = &text[start..start + 6];
            let rest = &characters[index + 1].1[3..];
            characters.splice(index + 1..index + 2, rest.grapheme_indices(true).map(|(at, one)| (start + 6 + at, one)));
        }
        index += 1;
    }
    characters
}

fn fold_character(character: &str) -> String {
    let folded = character.nfkc().collect::<String>().to_lowercase().to_uppercase();
    let lower: String = folded.chars().flat_map(char::to_lowercase).collect();
    let quotes = lower.replace(['‘', '’', 'ʼ', '´'], "'");
    quotes.replace(['‐', '‑', '‒', '–', '−'], "-").nfkc().collect()
}

fn is_invisible(letter: char) -> bool {
    let code = u32::from(letter);
    let ranges = [
        0xad..=0xad,
        0x34f..=0x34f,
        0x61c..=0x61c,
        0x115f..=0x1160,
        0x17b4..=0x17b5,
        0x180b..=0x180f,
        0x200b..=0x200f,
        0x202a..=0x202e,
        0x2060..=0x206f,
        0xfe00..=0xfe0f,
        0xfeff..=0xfeff,
        0xfff0..=0xfff8,
        0x1bca0..=0x1bca3,
        0x1d173..=0x1d17a,
        0xe0000..=0xe0fff,
    ];
    ranges.iter().any(|range| range.contains(&code))
}
