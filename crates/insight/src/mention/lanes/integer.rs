//! Eight bytes in an integer, the first one lowest.

/// How many bytes are read at a time.
pub(crate) const LANES: usize = 8;
/// The bits of a byte in [`bits`].
pub(crate) const BITS: usize = 8;

/// Bytes of a text. A set of bytes has their high bits.
pub(crate) type Set = u64;

/// 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * ONES;

/// The bytes of a text from `at` on. At the end of the text, zeros follow.
#[inline]
pub(crate) fn read(text: &[u8], at: usize) -> Set {
    let rest = &text[at..];
    let bytes = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut bytes = [0; LANES];
        bytes[..rest.len()].copy_from_slice(rest);
        bytes
    });
    u64::from_le_bytes(bytes)
}

/// The empty set.
#[inline]
pub(crate) fn none() -> Set {
    0
}

#[inline]
pub(crate) fn and(one: Set, other: Set) -> Set {
    one & other
}

#[inline]
pub(crate) fn or(one: Set, other: Set) -> Set {
    one | other
}

/// The set of bytes that are in `one` and not in `other`.
#[inline]
pub(crate) fn and_not(one: Set, other: Set) -> Set {
    one & !other
}

#[inline]
pub(crate) fn not(set: Set) -> Set {
    HIGH & !set
}

/// The set of bytes that are `least` or more.
#[inline]
pub(crate) fn at_least(bytes: Set, least: u8) -> Set {
    let low_bits = bytes & !HIGH;
    if least < 0x80 {
        HIGH & (bytes | (low_bits + u64::from(0x80 - least) * ONES))
    } else {
        HIGH & bytes & (low_bits + u64::from(0x80 - (least - 0x80)) * ONES)
    }
}

/// The set of bytes that are `byte`.
#[inline]
pub(crate) fn equal(bytes: Set, byte: u8) -> Set {
    not(at_least(bytes ^ (u64::from(byte) * ONES), 1))
}

/// The set of bytes that come after the bytes of a set: of `now`, or of `last` in the bytes before.
#[inline]
pub(crate) fn before(now: Set, last: Set) -> Set {
    now << 8 | last >> 56
}

/// The set as bits, [`BITS`] for each byte.
#[inline]
pub(crate) fn bits(set: Set) -> u64 {
    set
}
