//! Reads a text eight bytes at a time. All bytes of an integer are compared at once, which WebAssembly can do without SIMD.

/// 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of each byte. A set of bytes has these bits of its bytes.
pub(super) const HIGH: u64 = 0x80 * ONES;

/// Eight bytes of a text, the first one lowest. At the end of the text, zeros follow.
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub(super) u64);

/// Some of eight bytes, in ascending order.
#[derive(Clone, Copy)]
pub(super) struct Positions(pub(super) u64);

impl Lanes {
    /// All bytes of a text.
    pub(super) fn of(text: &[u8]) -> impl Iterator<Item = Self> {
        let (blocks, rest) = text.as_chunks();
        let blocks = blocks.iter().map(|block| Self(u64::from_le_bytes(*block)));
        blocks.chain((!rest.is_empty()).then(|| Self::read(rest, 0)))
    }

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
pub(super) fn each(byte: u8) -> u64 {
    u64::from(byte) * ONES
}

/// The set of bytes that are `least` or more. Bytes and `least` have seven bits.
pub(super) fn at_least(bytes: u64, least: u8) -> u64 {
    (bytes + each(0x80 - least)) & HIGH
}

/// The set of bytes that come after the bytes of a set: of `now`, or of `last` in the eight bytes before.
pub(super) fn before(now: u64, last: u64) -> u64 {
    now << 8 | last >> 56
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn signs_are_found_in_any_text(text in "[.:@\\]a가é/-]{0,30}") {
            let found = Lanes::of(text.as_bytes()).enumerate().flat_map(|(index, lanes)| {
                lanes.find(b".:@]").map(move |position| 8 * index + position)
            });
            let signs = text.match_indices(['.', ':', '@', ']']).map(|(at, _)| at);
            prop_assert!(found.eq(signs));
        }
    }
}
