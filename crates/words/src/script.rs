//! Letters, segments of letters, and the form in which words are compared.

use unicode_normalization::UnicodeNormalization;

/// The maximum number of characters of a token. A longer sequence of letters is not a word.
pub const TOKEN_CHARS_MAX: usize = 50;

/// Folds a text for comparison: lower case, Unicode NFC. Decomposed Hangul equals composed Hangul.
pub fn fold(text: &str) -> String {
    let lower = text.to_lowercase();
    if lower.is_ascii() { lower } else { lower.nfc().collect() }
}

/// Whether a letter is a Hangul syllable.
pub fn is_hangul(letter: char) -> bool {
    ('가'..='힣').contains(&letter)
}

/// The letters that replace names: the private use planes of Unicode.
pub(crate) const MARKS: std::ops::RangeInclusive<u32> = 0xf_0000..=0x10_ffff;

/// Whether a letter replaces a name that was known before the analysis.
pub(crate) fn is_mark(letter: char) -> bool {
    MARKS.contains(&u32::from(letter))
}

/// Whether a letter is Latin, a digit, or a mark.
pub(crate) fn is_latin(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || is_mark(letter)
        || matches!(letter, '\u{c0}'..='\u{24f}') && letter.is_alphabetic()
}

/// Whether a letter is a Chinese character. Korean texts contain some.
fn is_hanja(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

/// Whether a word begins with a digit.
pub(crate) fn is_number(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Whether a text has the length of a word: 2..=[`TOKEN_CHARS_MAX`] characters.
pub(crate) fn has_word_length(text: &str) -> bool {
    let mut letters = text.chars();
    letters.nth(1).is_some() && letters.nth(TOKEN_CHARS_MAX - 2).is_none()
}

/// Whether a sign joins the letters on both sides of it into one word: `Wi-Fi`, `AT&T`, `maker's`, `Booking.com`, `4.6`.
fn joins(before: char, sign: char, after: char) -> bool {
    match sign {
        '-' | '&' | '\'' | '’' => true,
        '.' => {
            before.is_ascii_alphanumeric() && after.is_ascii_lowercase()
                || before.is_ascii_digit() && after.is_ascii_digit()
        }
        ',' => before.is_ascii_digit() && after.is_ascii_digit(),
        _ => false,
    }
}

/// A run of letters in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment<'a> {
    pub(crate) text: &'a str,
    /// Byte offset in the sentence.
    pub(crate) offset: usize,
    /// Whether punctuation separates it from the segment before.
    pub(crate) after_punctuation: bool,
}

impl Segment<'_> {
    /// Whether all of its letters are Latin.
    pub(crate) fn is_latin(&self) -> bool {
        self.text.chars().all(|letter| is_latin(letter) || !letter.is_alphanumeric())
    }
}

pub(crate) fn segments(sentence: &str) -> Vec<Segment<'_>> {
    split(sentence, |letter| is_hangul(letter) || is_latin(letter) || is_hanja(letter))
}

/// The Latin segments of a sentence, including those next to Korean letters: `S24울트라는`.
pub(crate) fn latin_segments(sentence: &str) -> Vec<Segment<'_>> {
    split(sentence, is_latin)
}

fn split(sentence: &str, is_letter: impl Fn(char) -> bool) -> Vec<Segment<'_>> {
    let mut segments = Vec::new();
    let (mut start, mut after_punctuation, mut before) = (None, false, ' ');
    let mut letters = sentence.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        #[cfg(test)]
        crate::steps::count();
        let inside = is_letter(letter)
            || start.is_some()
                && match letters.peek() {
                    Some((_, next)) if is_letter(*next) => joins(before, letter, *next),
                    // Disney+, C++
                    _ => letter == '+' && (before == '+' || before.is_ascii_alphabetic()),
                };
        before = letter;
        match start {
            None if inside => start = Some(at),
            None => after_punctuation |= !letter.is_whitespace(),
            Some(offset) if !inside => {
                segments.push(Segment { text: &sentence[offset..at], offset, after_punctuation });
                (start, after_punctuation) = (None, !letter.is_whitespace());
            }
            Some(_) => {}
        }
    }
    if let Some(offset) = start {
        segments.push(Segment { text: &sentence[offset..], offset, after_punctuation });
    }
    segments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_separates_segments_unless_it_joins_a_word() {
        let texts = |sentence| segments(sentence).iter().map(|segment| segment.text).collect::<Vec<_>>();
        assert_eq!(texts("AT&T's Wi-Fi - (fast)"), ["AT&T's", "Wi-Fi", "fast"]);
        assert_eq!(texts("갤럭시S24는, 東京 ㅋㅋ 😀 x"), ["갤럭시S24는", "東京", "x"]);
        assert!(!segments("a b")[1].after_punctuation && segments("a, b")[1].after_punctuation);
        assert_eq!(latin_segments("갤럭시S24울트라 Pro를")[0].text, "S24");
    }

    #[test]
    fn fold_ignores_case_and_composition() {
        assert_eq!(fold("ÉCLAIR"), fold("e\u{301}clair"));
        assert_eq!(fold("무선 이어폰"), fold("\u{1106}\u{116e}\u{1109}\u{1165}\u{11ab} 이어폰"));
    }
}
