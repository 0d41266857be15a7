//! The envelope of a stored block: its format before the content, and a checksum after it.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh64::xxh64;

/// The checksum of a block: XXH64 of all bytes before it. It also distinguishes a block from all others of its kind.
pub(crate) type Checksum = u64;

/// The kind and the version of a stored block: its first bytes.
pub(crate) type Format = [u8; 4];

/// Bytes that are not a stored block, or not the one that belongs here.
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
    /// The block has the numbers of a dictionary that the table does not have.
    #[error("the block was made with another dictionary")]
    OtherDictionary,
}

/// Encodes a block.
///
/// # Errors
/// [`postcard::Error`] if the block has a part that postcard cannot encode.
pub(crate) fn encode(format: Format, content: &impl Serialize) -> Result<Vec<u8>, postcard::Error> {
    let mut bytes = postcard::to_extend(content, format.to_vec())?;
    bytes.extend(xxh64(&bytes, 0).to_le_bytes());
    Ok(bytes)
}

/// Decodes a block. Takes memory in proportion to the bytes, whatever they say.
///
/// # Errors
/// [`BlockError`] if the bytes are not a block of this format, or not all of one.
pub(crate) fn decode<'a, T: Deserialize<'a>>(format: Format, bytes: &'a [u8]) -> Result<T, BlockError> {
    let content = bytes.strip_prefix(&format).ok_or(BlockError::Format)?;
    let content = content.strip_suffix(&xxh64(without_checksum(bytes), 0).to_le_bytes()).ok_or(BlockError::Damaged)?;
    match postcard::take_from_bytes(content) {
        Ok((value, [])) => Ok(value),
        _ => Err(BlockError::Damaged),
    }
}

/// Returns the checksum of an encoded block. 0 for bytes that are not a block.
pub(crate) fn checksum(bytes: &[u8]) -> Checksum {
    bytes.last_chunk().map_or(0, |last| Checksum::from_le_bytes(*last))
}

/// Returns the bytes before the checksum.
fn without_checksum(bytes: &[u8]) -> &[u8] {
    bytes.split_last_chunk::<{ size_of::<Checksum>() }>().map_or(bytes, |(content, _)| content)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = *b"tst1";

    #[test]
    fn a_block_of_another_kind_or_length_is_an_error() {
        let bytes = encode(FORMAT, &vec![1_u32, 300]).unwrap();
        assert_eq!(decode::<Vec<u32>>(FORMAT, &bytes), Ok(vec![1, 300]));
        assert_eq!(decode::<Vec<u32>>(*b"tst2", &bytes), Err(BlockError::Format));
        for length in 0..bytes.len() {
            assert!(decode::<Vec<u32>>(FORMAT, &bytes[..length]).is_err(), "{length}");
        }
        assert_eq!(decode::<Vec<u32>>(FORMAT, &[&bytes[..], &[0]].concat()), Err(BlockError::Damaged));
    }

    #[test]
    fn bytes_after_the_content_are_an_error() {
        let pair = encode(FORMAT, &(1_u32, 2_u32)).unwrap();
        assert_eq!(decode::<u32>(FORMAT, &pair), Err(BlockError::Damaged));
    }

    #[test]
    fn a_length_that_the_bytes_do_not_have_is_an_error() {
        // A list that announces u64::MAX items.
        let content = [[0xff; 9].as_slice(), &[1]].concat();
        let mut bytes = [&FORMAT[..], &content].concat();
        bytes.extend(xxh64(&bytes, 0).to_le_bytes());
        assert_eq!(decode::<Vec<[u8; 22]>>(FORMAT, &bytes), Err(BlockError::Damaged));
    }
}
