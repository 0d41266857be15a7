//! A stretch of text that folds to itself: ASCII and Hangul syllables, with single spaces. Most of most texts is in such
//! stretches. They are read eight bytes at a time.

use super::lanes::{HIGH, Lanes, Positions, at_least, before, each};

/// Reads a stretch. It keeps what the last eight bytes were.
#[derive(Default)]
pub(super) struct Stretch {
    /// ASCII letters and digits, where there is nothing but ASCII.
    word: u64,
    /// Bytes of other letters.
    other: u64,
    /// Spaces.
    space: u64,
    /// The first bytes of U+A000 to U+AFFF. Hangul syllables begin at U+AC00.
    from_a000: u64,
    /// The first bytes of U+D000 to U+DFFF. Hangul syllables end with U+D7A3.
    from_d000: u64,
}

impl Stretch {
    /// A stretch of text after white space, or not.
    pub(super) fn new(is_after_space: bool) -> Self {
        Self { space: if is_after_space { HIGH } else { 0 }, ..Self::default() }
    }

    /// Reads the next bytes. Returns where words and signs begin, and at some places more, and how many bytes fold to
    /// themselves but for capitals. They are ASCII or of Hangul syllables. White space ends the stretch, unless it is one space
    /// alone. A letter of three bytes can end it in its second one.
    pub(super) fn read(&mut self, Lanes(bytes): Lanes) -> (Positions, usize) {
        let ascii = HIGH & !bytes;
        let low = bytes & !HIGH;
        let space = ascii & !at_least(low ^ each(b' '), 1);
        let blank_end = ascii & !at_least(low, b' ') | space & before(space, self.space);
        let (inside, letter_end) = if ascii == HIGH { self.read_ascii(bytes) } else { self.read_hangul(bytes) };
        self.space = space;
        let ends = blank_end | letter_end;
        let begins = HIGH & !(space | inside);
        (Positions(begins & ends.wrapping_sub(1) & !ends), ends.trailing_zeros() as usize / 8)
    }

    /// Which bytes continue a word, and which end the stretch: none.
    fn read_ascii(&mut self, bytes: u64) -> (u64, u64) {
        let small = bytes | each(0x20);
        let is_digit = at_least(bytes, b'0') & !at_least(bytes, b'9' + 1);
        let word = is_digit | at_least(small, b'a') & !at_least(small, b'z' + 1);
        let inside = word & before(word, self.word);
        *self = Self { word, ..Self::default() };
        (inside, 0)
    }

    /// Which bytes continue letters that are not ASCII, and which end the stretch because they are of no Hangul syllable.
    fn read_hangul(&mut self, bytes: u64) -> (u64, u64) {
        let (other, low) = (bytes & HIGH, bytes & !HIGH);
        // The first byte of a letter begins with two bits. It is 0xea to 0xed in Hangul syllables.
        let first = other & bytes << 1;
        let (from_ea, from_ed) = (first & at_least(low, 0x6a), first & at_least(low, 0x6d));
        let (from_eb, from_ee) = (at_least(low, 0x6b), at_least(low, 0x6e));
        let from_a000 = from_ea & !from_eb;
        let from_d000 = from_ed & !from_ee;
        // U+D780 to U+D7A3 are left out, too.
        let foreign = first & !(from_ea & !from_ee)
            | before(from_a000, self.from_a000) & !at_least(low, 0x30)
            | before(from_d000, self.from_d000) & at_least(low, 0x1e);
        let inside = other & before(other, self.other);
        *self = Self { other, from_a000, from_d000, ..Self::default() };
        (inside, foreign)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
            let mut stretch = Stretch::new(false);
            let (mut at, mut length) = (0, 8);
            while length == 8 && at < text.len() {
                length = stretch.read(Lanes::read(text.as_bytes(), at)).1;
                at += length;
            }
            prop_assert_eq!(text.floor_char_boundary(at), stretch_length(&text));
        }
    }

    #[test]
    fn a_space_after_white_space_ends_a_stretch() {
        let length = |is_after_space| Stretch::new(is_after_space).read(Lanes::read(b" a", 0)).1;
        assert_eq!((length(true), length(false)), (0, 2));
    }
}
