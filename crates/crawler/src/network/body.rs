//! Reads and decompresses the body of a response, up to a limit.

use std::io::{self, Write};

use flate2::write::MultiGzDecoder;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::{HeaderMap, header};

use crate::error::PageError;

/// The bytes of a body.
#[derive(Debug)]
pub(crate) struct BodyBytes {
    pub(crate) bytes: Vec<u8>,
    /// Whether the body ends here. `false` when it exceeds the limit.
    pub(crate) is_complete: bool,
}

/// Reads and decompresses a body, up to `bytes_max` bytes both before and after decompression.
///
/// # Errors
/// Fails with `Unreadable` when the body ends too early, or has an encoding that was not asked for.
pub(crate) async fn read_body(
    headers: &HeaderMap,
    mut body: Incoming,
    bytes_max: usize,
) -> Result<BodyBytes, PageError> {
    let mut decoder = Decoder::new(headers, BoundedBuffer { bytes: Vec::new(), bytes_max, is_full: false })?;
    let mut remaining = bytes_max;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| PageError::Unreadable)?.into_data() else { continue };
        let accepted = &data[..data.len().min(remaining)];
        remaining -= accepted.len();
        let written = decoder.write(accepted);
        let buffer = decoder.buffer();
        if buffer.is_full || accepted.len() < data.len() {
            return Ok(BodyBytes { bytes: std::mem::take(&mut buffer.bytes), is_complete: false });
        }
        written.map_err(|_| PageError::Unreadable)?;
    }
    decoder.finish().map_err(|_| PageError::Unreadable)
}

/// A buffer with a maximum size. A write beyond it fails.
#[derive(Debug)]
struct BoundedBuffer {
    bytes: Vec<u8>,
    bytes_max: usize,
    is_full: bool,
}

impl Write for BoundedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let accepted = &bytes[..bytes.len().min(self.bytes_max - self.bytes.len())];
        self.bytes.extend_from_slice(accepted);
        if accepted.len() < bytes.len() {
            self.is_full = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(accepted.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Decodes the content encoding.
enum Decoder {
    Identity(BoundedBuffer),
    Gzip(MultiGzDecoder<BoundedBuffer>),
}

impl Decoder {
    fn new(headers: &HeaderMap, buffer: BoundedBuffer) -> Result<Self, PageError> {
        let encoding = headers.get(header::CONTENT_ENCODING).map_or(Ok("identity"), |encoding| encoding.to_str());
        match encoding.unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "identity" => Ok(Self::Identity(buffer)),
            "gzip" | "x-gzip" => Ok(Self::Gzip(MultiGzDecoder::new(buffer))),
            _ => Err(PageError::Unreadable),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Identity(buffer) => buffer.write_all(bytes),
            Self::Gzip(gzip) => gzip.write_all(bytes),
        }
    }

    fn buffer(&mut self) -> &mut BoundedBuffer {
        match self {
            Self::Identity(buffer) => buffer,
            Self::Gzip(gzip) => gzip.get_mut(),
        }
    }

    fn finish(mut self) -> io::Result<BodyBytes> {
        let finished = match &mut self {
            Self::Identity(_) => Ok(()),
            Self::Gzip(gzip) => gzip.try_finish(),
        };
        let buffer = self.buffer();
        if !buffer.is_full {
            finished?;
        }
        Ok(BodyBytes { bytes: std::mem::take(&mut buffer.bytes), is_complete: !buffer.is_full })
    }
}
