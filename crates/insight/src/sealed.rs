//! The bytes of a stored block: its format, a checksum and the content.

use serde::{Deserialize, Serialize};

const FORMAT_LENGTH: usize = 4;
const CHECKSUM_LENGTH: usize = 8;

/// The kind and the version of a stored block: its first bytes.
pub(crate) type Format = [u8; FORMAT_LENGTH];

/// Bytes that are no stored block, or not the one that belongs here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// The bytes have another kind or version.
    #[error("the bytes are no block of this kind and version")]
    Format,
    /// The bytes changed after they were written.
    #[error("the block is damaged")]
    Damaged,
    /// The parts of the block contradict each other.
    #[error("the parts of the block contradict each other")]
    Inconsistent,
}

/// Encodes a block.
///
/// # Errors
/// [`postcard::Error`] if the block has a part that postcard cannot encode.
pub(crate) fn seal(format: Format, content: &impl Serialize) -> Result<Vec<u8>, postcard::Error> {
    let content = postcard::to_allocvec(content)?;
    let mut bytes = Vec::with_capacity(FORMAT_LENGTH + CHECKSUM_LENGTH + content.len());
    bytes.extend(format);
    bytes.extend(checksum(&content).to_le_bytes());
    bytes.extend(content);
    Ok(bytes)
}

/// Decodes a block. Takes memory in proportion to the bytes, whatever they say.
///
/// # Errors
/// [`BlockError`] if the bytes are no block of this format, or not all of one.
pub(crate) fn open<'a, T: Deserialize<'a>>(format: Format, bytes: &'a [u8]) -> Result<T, BlockError> {
    let bytes = bytes.strip_prefix(&format).ok_or(BlockError::Format)?;
    let (expected, content) = bytes.split_first_chunk().ok_or(BlockError::Damaged)?;
    if checksum(content).to_le_bytes() != *expected {
        return Err(BlockError::Damaged);
    }
    match postcard::take_from_bytes(content) {
        Ok((value, [])) => Ok(value),
        _ => Err(BlockError::Damaged),
    }
}

/// FNV-1a. Each step is a bijection, so no change of a single byte goes unnoticed.
///
/// Source: Fowler, Noll and Vo: FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = *b"tst1";

    #[test]
    fn the_checksum_is_fnv_1a() {
        assert_eq!(checksum(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(checksum(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_block_of_another_kind_or_length_is_an_error() {
        let bytes = seal(FORMAT, &vec![1_u32, 300]).unwrap();
        assert_eq!(open::<Vec<u32>>(FORMAT, &bytes), Ok(vec![1, 300]));
        assert_eq!(open::<Vec<u32>>(*b"tst2", &bytes), Err(BlockError::Format));
        for length in 0..bytes.len() {
            assert!(open::<Vec<u32>>(FORMAT, &bytes[..length]).is_err(), "{length}");
        }
        assert_eq!(open::<Vec<u32>>(FORMAT, &[&bytes[..], &[0]].concat()), Err(BlockError::Damaged));
    }

    #[test]
    fn bytes_after_the_content_are_an_error() {
        let pair = seal(FORMAT, &(1_u32, 2_u32)).unwrap();
        assert_eq!(open::<u32>(FORMAT, &pair), Err(BlockError::Damaged));
    }

    #[test]
    fn a_length_that_the_bytes_do_not_have_is_an_error() {
        // A list that announces u64::MAX items.
        let content = [[0xff; 9].as_slice(), &[1]].concat();
        let bytes = [&FORMAT[..], &checksum(&content).to_le_bytes(), &content].concat();
        assert_eq!(open::<Vec<[u8; 22]>>(FORMAT, &bytes), Err(BlockError::Damaged));
    }
}
