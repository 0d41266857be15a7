//! Sixteen bytes in a vector.

use core::arch::wasm32::{
    i8x16_bitmask, i8x16_shuffle, u8x16_eq, u8x16_ge, u8x16_splat, u64x2, u64x2_splat, v128, v128_and, v128_andnot,
    v128_not, v128_or,
};

/// How many bytes are read at a time.
pub(crate) const LANES: usize = 16;
/// The bits of a byte in [`bits`].
pub(crate) const BITS: usize = 1;

/// Bytes of a text. A set of bytes has all bits of them.
pub(crate) type Set = v128;

/// The bytes of a text from `at` on. At the end of the text, zeros follow.
#[inline]
#[target_feature(enable = "simd128")]
pub(crate) fn read(text: &[u8], at: usize) -> Set {
    let rest = &text[at..];
    let bytes = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut bytes = [0; LANES];
        bytes[..rest.len()].copy_from_slice(rest);
        bytes
    });
    let [low, high] =
        [bytes.first_chunk(), bytes.last_chunk()].map(|half| u64::from_le_bytes(*half.unwrap_or(&[0; 8])));
    u64x2(low, high)
}

/// The empty set.
#[inline]
#[target_feature(enable = "simd128")]
pub(crate) fn none() -> Set {
    u64x2_splat(0)
}

#[inline]
#[target_feature(enable = "simd128")]
pub(crate) fn and(one: Set, other: Set) -> Set {
    v128_and(one, other)
}

#[inline]
#[target_feature(enable = "simd128")]
pub(crate) fn or(one: Set, other: Set) -> Set {
    v128_or(one, other)
}

/// The set of bytes that are in `one` and not in `other`.
#[inline]
#[target_feature(enable = "simd128")]
pub(crate) fn and_not(one: Set, other: Set) -> Set {
    v128_andnot(one, other)
}

#[inline]
#[target_feature(enable = "simd128")]
pub(crate) fn not(set: Set) -> Set {
    v128_not(set)
}

/// The set of bytes that are `least` or more.
#[inline]
#[target_feature(enable = "simd128")]
pub(crate) fn at_least(bytes: Set, least: u8) -> Set {
    u8x16_ge(bytes, u8x16_splat(least))
}

/// The set of bytes that are `byte`.
#[inline]
#[target_feature(enable = "simd128")]
pub(crate) fn equal(bytes: Set, byte: u8) -> Set {
    u8x16_eq(bytes, u8x16_splat(byte))
}

/// The set of bytes that come after the bytes of a set: of `now`, or of `last` in the bytes before.
#[inline]
#[target_feature(enable = "simd128")]
pub(crate) fn before(now: Set, last: Set) -> Set {
    i8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(last, now)
}

/// The set as bits, [`BITS`] for each byte.
#[inline]
#[target_feature(enable = "simd128")]
pub(crate) fn bits(set: Set) -> u64 {
    i8x16_bitmask(set).into()
}
