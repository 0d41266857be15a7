//! How the texts of answers are compressed.

use futures_core::future::LocalBoxFuture;

/// Compresses texts. A browser has `CompressionStream` for it.
pub trait Compression {
    /// The name of the format, such as `deflate-raw`. A store that was written with another one is rebuilt.
    fn format(&self) -> &'static str;

    /// Compresses bytes.
    ///
    /// # Errors
    /// [`CompressionError`] if the environment fails.
    fn compress(&self, bytes: Vec<u8>) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>>;

    /// Decompresses bytes into `length` bytes. It stops after these, so that damaged bytes cannot take more memory.
    ///
    /// # Errors
    /// [`CompressionError`] if the bytes are not the result of [`compress`](Self::compress), or the environment fails.
    fn decompress(&self, bytes: Vec<u8>, length: usize) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>>;
}

/// Texts that cannot be compressed or decompressed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("texts cannot be compressed or decompressed: {0}")]
pub struct CompressionError(pub String);

/// Leaves texts as they are.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uncompressed;

impl Compression for Uncompressed {
    fn format(&self) -> &'static str {
        "none"
    }

    fn compress(&self, bytes: Vec<u8>) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>> {
        Box::pin(async move { Ok(bytes) })
    }

    fn decompress(&self, bytes: Vec<u8>, length: usize) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>> {
        Box::pin(async move {
            if bytes.len() == length { Ok(bytes) } else { Err(CompressionError("another length".to_owned())) }
        })
    }
}
