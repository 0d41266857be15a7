//! A stretch of text that folds to itself: ASCII and Hangul syllables, with single spaces. Most texts consist mostly of
//! such stretches. They are read some bytes at a time.

use super::lanes::{Positions, Set, at_least, before, between, equal, not, read};

/// Reads a stretch. It keeps what the last bytes were.
pub(super) struct FastPath {
    /// ASCII letters and digits.
    word: Set,
    /// Bytes of other letters.
    other: Set,
    space: Set,
    /// The first bytes of U+A000 to U+AFFF. Hangul syllables begin at U+AC00.
    from_a000: Set,
    /// The first bytes of U+D000 to U+DFFF. Hangul syllables end with U+D7A3.
    from_d000: Set,
}

impl FastPath {
    /// A stretch of text after white space, or not.
    #[inline]
    pub(super) fn new(is_after_space: bool) -> Self {
        let space = if is_after_space { not(0) } else { 0 };
        Self { word: 0, other: 0, space, from_a000: 0, from_d000: 0 }
    }

    /// Reads the next bytes of a text, from `at` on. Returns where words and signs begin, and at some places more, and how many
    /// bytes fold to themselves but for capitals. They are ASCII or of Hangul syllables. White space ends the stretch, unless
    /// it is one space alone. A letter of three bytes can end it in its second one.
    #[inline]
    pub(super) fn read(&mut self, text: &[u8], at: usize) -> (Positions, usize) {
        let bytes = read(text, at);
        let space = equal(bytes, b' ');
        let blank = not(at_least(bytes, b' ')) | (space & before(space, self.space));

        let word = between(bytes, b'a', b'z') | between(bytes, b'A', b'Z') | between(bytes, b'0', b'9');
        let other = at_least(bytes, 0x80);
        let inside = (word & before(word, self.word)) | (other & before(other, self.other));

        // The first byte of a letter is 0xea to 0xed in Hangul syllables.
        let (from_a000, from_d000) = (equal(bytes, 0xea), equal(bytes, 0xed));
        let first = at_least(bytes, 0xc0);
        let other_first = first & !between(bytes, 0xea, 0xed);
        let before_hangul = before(from_a000, self.from_a000) & !at_least(bytes, 0xb0);
        // U+D780 to U+D7A3 are left out, too.
        let after_hangul = before(from_d000, self.from_d000) & at_least(bytes, 0x9e);
        let foreign = other_first | before_hangul | after_hangul;

        *self = Self { word, other, space, from_a000, from_d000 };
        let ends = Positions(blank | foreign);
        (Positions(not(space | inside)).until(ends), ends.first())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::lanes::LANES;
    use super::*;

    /// The length of the stretch at the start of a text, read letter by letter.
    fn stretch_length(text: &str) -> usize {
        let mut is_after_space = false;
        let ends_stretch = |letter: char| {
            let ends = match letter {
                ' ' => is_after_space,
                '!'..='\x7f' | '가'..='\u{d77f}' => false,
                _ => true,
            };
            is_after_space = letter == ' ';
            ends
        };
        text.find(ends_stretch).unwrap_or(text.len())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn a_stretch_ends_at_the_first_letter_that_changes(
            text in "(a| |B|,|\x7f|가|꿿|나|퀀|하|\u{d77f}){0,12}(\t|\n|\r|  |é|。|\u{9fff}|\u{a000}|\u{abff}|\u{d780}|힣|\u{d7ff}|\u{e000}|👟)?[a가é ]{0,3}",
        ) {
            let mut fast_path = FastPath::new(false);
            let (mut at, mut length) = (0, LANES);
            while length == LANES && at < text.len() {
                length = fast_path.read(text.as_bytes(), at).1;
                at += length;
            }
            prop_assert_eq!(text.floor_char_boundary(at), stretch_length(&text));
        }
    }

    #[test]
    fn a_space_after_white_space_ends_a_stretch() {
        let length = |is_after_space| FastPath::new(is_after_space).read(b" a", 0).1;
        assert_eq!((length(true), length(false)), (0, 2));
    }
}
