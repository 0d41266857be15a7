//! Reads a text eight bytes at a time, in an integer with the first byte lowest. All of them are compared at once.

/// How many bytes are read at a time.
pub(super) const LANES: usize = 8;
/// The bits of a byte.
const BITS: usize = 8;

/// Bytes of a text. A set of bytes has their high bits.
pub(super) type Set = u64;

/// 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * ONES;

/// The bytes of a text from `at` on. At the end of the text, zeros follow.
#[inline]
pub(super) fn read(text: &[u8], at: usize) -> Set {
    let rest = &text[at..];
    let bytes = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut bytes = [0; LANES];
        bytes[..rest.len()].copy_from_slice(rest);
        bytes
    });
    u64::from_le_bytes(bytes)
}

#[inline]
pub(super) fn not(set: Set) -> Set {
    HIGH & !set
}

/// The set of bytes that are `least` or more.
#[inline]
pub(super) fn at_least(bytes: Set, least: u8) -> Set {
    let low_bits = bytes & !HIGH;
    if least < 0x80 {
        HIGH & (bytes | (low_bits + u64::from(0x80 - least) * ONES))
    } else {
        HIGH & bytes & (low_bits + u64::from(0x80 - (least - 0x80)) * ONES)
    }
}

/// The set of bytes that are `byte`.
#[inline]
pub(super) fn equal(bytes: Set, byte: u8) -> Set {
    not(at_least(bytes ^ (u64::from(byte) * ONES), 1))
}

/// The set of bytes that come after the bytes of a set: of `now`, or of `last` in the bytes before.
#[inline]
pub(super) fn before(now: Set, last: Set) -> Set {
    now << 8 | last >> 56
}

/// The set of bytes that are `least` to `most`.
#[inline]
pub(super) fn between(bytes: Set, least: u8, most: u8) -> Set {
    at_least(bytes, least) & !at_least(bytes, most + 1)
}

/// Some of the bytes, in ascending order.
#[derive(Clone, Copy)]
pub(super) struct Positions(pub(super) Set);

impl Positions {
    /// Where there is one of some ASCII letters in the bytes of a text from `at` on.
    #[inline]
    pub(super) fn of_letters<const N: usize>(text: &[u8], at: usize, letters: [u8; N]) -> Self {
        let bytes = read(text, at);
        Self(letters.into_iter().fold(0, |found, letter| found | equal(bytes, letter)))
    }

    /// Those before the first of `ends`.
    pub(super) fn until(self, Self(ends): Self) -> Self {
        Self(self.0 & ends.wrapping_sub(1) & !ends)
    }

    /// The first one. [`LANES`] if there is none.
    pub(super) fn first(self) -> usize {
        (self.0.trailing_zeros() as usize / BITS).min(LANES)
    }

    /// How many there are.
    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Removes the first one. Meaningless if there is none.
    #[inline]
    pub(super) fn remove_first(&mut self) -> usize {
        let first = self.0.trailing_zeros() as usize / BITS;
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn signs_are_found_in_any_text(text in "[.:@\\]a가é/-]{0,30}") {
            let places = (0..text.len()).step_by(LANES);
            let found = places.flat_map(|at| {
                Positions::of_letters(text.as_bytes(), at, *b".:@]").map(move |position| at + position)
            });
            let signs = text.match_indices(['.', ':', '@', ']']).map(|(at, _)| at);
            prop_assert!(found.eq(signs));
        }

        #[test]
        fn bytes_are_compared_one_by_one(bytes: [u8; LANES], last: [u8; LANES], least in 1..=255_u8) {
            let places = |is_in: &dyn Fn(usize) -> bool| (0..LANES).filter(|at| is_in(*at)).collect::<Vec<_>>();
            let found = |set: Set| Positions(set).collect::<Vec<_>>();
            let (now, before_now) = (at_least(read(&bytes, 0), least), at_least(read(&last, 0), least));
            prop_assert_eq!(found(now), places(&|at| bytes[at] >= least));
            prop_assert_eq!(found(not(now)), places(&|at| bytes[at] < least));
            prop_assert_eq!(found(equal(read(&bytes, 0), bytes[0])), places(&|at| bytes[at] == bytes[0]));
            let is_after = |at: usize| at.checked_sub(1).map_or(last[LANES - 1], |at| bytes[at]) >= least;
            prop_assert_eq!(found(before(now, before_now)), places(&is_after));
        }
    }
}
