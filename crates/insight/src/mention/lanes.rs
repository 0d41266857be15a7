//! Reads a text some bytes at a time. All of them are compared at once: sixteen by SIMD in WebAssembly, eight in an integer
//! elsewhere.
//!
//! Functions with vectors are compiled with SIMD one by one, so that they do not enlarge the rest of a program.

#[cfg(not(target_arch = "wasm32"))]
mod integer;
#[cfg(target_arch = "wasm32")]
mod simd;

#[cfg(not(target_arch = "wasm32"))]
use integer as bytes;
#[cfg(target_arch = "wasm32")]
use simd as bytes;

pub(super) use bytes::{LANES, Set, and, and_not, at_least, before, equal, none, not, or, read};

use bytes::BITS;

/// The set of bytes that are `least` to `most`.
#[inline]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn between(bytes: Set, least: u8, most: u8) -> Set {
    and_not(at_least(bytes, least), at_least(bytes, most + 1))
}

/// Some of the bytes, in ascending order.
#[derive(Clone, Copy)]
pub(super) struct Positions(u64);

impl Positions {
    /// The bytes of a set.
    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn of(set: Set) -> Self {
        Self(bytes::bits(set))
    }

    /// Where there is one of some ASCII letters in the bytes of a text from `at` on.
    #[inline]
    #[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
    pub(super) fn of_letters<const N: usize>(text: &[u8], at: usize, letters: [u8; N]) -> Self {
        let bytes = read(text, at);
        let mut found = none();
        for letter in letters {
            found = or(found, equal(bytes, letter));
        }
        Self::of(found)
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
            let found = |set: Set| Positions::of(set).collect::<Vec<_>>();
            let (now, before_now) = (at_least(read(&bytes, 0), least), at_least(read(&last, 0), least));
            prop_assert_eq!(found(now), places(&|at| bytes[at] >= least));
            prop_assert_eq!(found(not(now)), places(&|at| bytes[at] < least));
            prop_assert_eq!(found(and_not(now, before_now)), places(&|at| bytes[at] >= least && last[at] < least));
            prop_assert_eq!(found(equal(read(&bytes, 0), bytes[0])), places(&|at| bytes[at] == bytes[0]));
            let is_after = |at: usize| at.checked_sub(1).map_or(last[LANES - 1], |at| bytes[at]) >= least;
            prop_assert_eq!(found(before(now, before_now)), places(&is_after));
        }
    }
}
