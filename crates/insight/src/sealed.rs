//! The bytes of a stored block: its format, a checksum and the content.

use crc::{CRC_32_ISO_HDLC, Crc};
use serde::{Deserialize, Serialize};

static CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// The kind and the version of a stored block: its first bytes.
pub(crate) type Format = [u8; 4];

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
    Ok([&format[..], &postcard::to_allocvec_crc32(content, CRC.digest())?].concat())
}

/// Decodes a block. Takes memory in proportion to the bytes, whatever they say.
///
/// # Errors
/// [`BlockError`] if the bytes are no block of this format, or not all of one.
pub(crate) fn open<'a, T: Deserialize<'a>>(format: Format, bytes: &'a [u8]) -> Result<T, BlockError> {
    let content = bytes.strip_prefix(&format).ok_or(BlockError::Format)?;
    match postcard::take_from_bytes_crc32(content, CRC.digest()) {
        Ok((value, [])) => Ok(value),
        _ => Err(BlockError::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = *b"tst1";

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
        let bytes = [&FORMAT[..], &content, &CRC.checksum(&content).to_le_bytes()].concat();
        assert_eq!(open::<Vec<[u8; 22]>>(FORMAT, &bytes), Err(BlockError::Damaged));
    }
}
