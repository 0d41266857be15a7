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

/// What bytes are, by the high bit of each.
#[derive(Clone, Copy, Default)]
struct Classes {
    /// ASCII letters and digits.
    word: u64,
    /// Bytes of other letters.
    other: u64,
    /// The space.
    space: u64,
    /// The first byte of U+A000 to U+AFFF. Hangul syllables begin at U+AC00.
    before_hangul: u64,
    /// The first byte of U+D000 to U+DFFF. Hangul syllables end with U+D7A3.
    after_hangul: u64,
}

/// Reads a stretch of text that folds to itself.
#[derive(Default)]
pub(super) struct Stretch(Classes);

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
        Self(Classes { space: if is_after_space { HIGH } else { 0 }, ..Classes::default() })
    }

    /// Reads the next bytes. Returns where words and signs begin, and how many bytes fold to themselves but for capitals. They
    /// are ASCII or of Hangul syllables. White space ends the stretch, unless it is one space alone. A letter of three bytes
    /// can end it in its second one.
    pub(super) fn read(&mut self, Lanes(bytes): Lanes) -> (Positions, usize) {
        let low = bytes & !HIGH;
        let small = low | each(0x20);
        let (other, ascii) = (bytes & HIGH, !bytes & HIGH);
        let from_zero = at_least(low, b'0');
        let is_digit = from_zero & !at_least(low, b'9' + 1);
        let is_letter = at_least(small, b'a') & !at_least(small, b'z' + 1);
        // The first byte of a letter begins with two bits. The other bits are 1010 to 1101 in Hangul syllables.
        let first = other & bytes << 1;
        let from_a = at_least(low, 0x6a);
        let from_d = at_least(low, 0x6d);
        let from_e = at_least(low, 0x6e);
        let now = Classes {
            word: ascii & (is_digit | is_letter),
            other,
            space: ascii & !at_least(low ^ each(b' '), 1),
            before_hangul: first & from_a & !at_least(low, 0x6b),
            after_hangul: first & from_d & !from_e,
        };
        let before = now.before(&self.0);
        // U+D780 and more are left out, too.
        let ends = first & !(from_a & !from_e)
            | before.before_hangul & !from_zero
            | before.after_hangul & at_least(low, 0x1e)
            | ascii & !at_least(low, b' ')
            | now.space & before.space;
        let begins = HIGH & !(now.space | now.word & before.word | now.other & before.other);
        self.0 = now;
        (Positions(begins & ends.wrapping_sub(1) & !ends), ends.trailing_zeros() as usize / 8)
    }
}

impl Classes {
    /// What the byte before each byte is.
    fn before(&self, last: &Self) -> Self {
        let before = |now: u64, last: u64| now << 8 | last >> 56;
        Self {
            word: before(self.word, last.word),
            other: before(self.other, last.other),
            space: before(self.space, last.space),
            before_hangul: before(self.before_hangul, last.before_hangul),
            after_hangul: before(self.after_hangul, last.after_hangul),
        }
    }
}

impl Iterator for Positions {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let position = (self.0 != 0).then(|| self.0.trailing_zeros() as usize / 8);
        self.0 &= self.0.wrapping_sub(1);
        position
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
