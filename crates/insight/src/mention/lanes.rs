//! Reads a text eight bytes at a time. All bytes of an integer are compared at once, which WebAssembly can do without SIMD.

/// 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of each byte.
const HIGH: u64 = 0x80 * ONES;

/// Eight bytes of a text, the first one lowest. At the end of the text, zeros follow.
#[derive(Clone, Copy)]
pub(super) struct Lanes(u64);

/// Some of eight bytes, in ascending order.
#[derive(Clone, Copy)]
pub(super) struct Positions(u64);

/// Reads a stretch of text that folds to itself. It keeps what the last bytes were, by the high bit of each.
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

impl Lanes {
    /// The bytes from `at` on.
    pub(super) fn read(text: &[u8], at: usize) -> Self {
        let rest = &text[at..];
        let bytes = rest.first_chunk().copied().unwrap_or_else(|| {
            let mut bytes = [0; 8];
            bytes[..rest.len()].copy_from_slice(rest);
            bytes
        });
        Self(u64::from_le_bytes(bytes))
    }

    /// Where there is one of some ASCII letters.
    pub(super) fn find(self, letters: &[u8]) -> Positions {
        let Self(bytes) = self;
        let low = bytes & !HIGH;
        let is_other = letters.iter().fold(HIGH, |is_other, letter| is_other & at_least(low ^ each(*letter), 1));
        Positions(HIGH & !bytes & !is_other)
    }
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

/// What the byte before each byte is.
fn before(now: u64, last: u64) -> u64 {
    now << 8 | last >> 56
}

impl Positions {
    /// How many there are.
    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Removes the first one. 8 if there is none.
    #[inline]
    pub(super) fn remove_first(&mut self) -> usize {
        let first = self.0.trailing_zeros() as usize / 8;
        self.0 &= self.0.wrapping_sub(1);
        first
    }
}

impl Iterator for Positions {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        (self.0 != 0).then(|| self.remove_first())
    }
}

/// A byte, eight times.
fn each(byte: u8) -> u64 {
    u64::from(byte) * ONES
}

/// The bytes that are `least` or more, by their high bits. Bytes and `least` have seven bits.
fn at_least(bytes: u64, least: u8) -> u64 {
    bytes + each(0x80 - least) & HIGH
}
