//! Reads and decompresses the body of a response, up to a limit.

use std::io::Read;

use flate2::Crc;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::{HeaderMap, header};

use crate::error::HttpError;

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The first byte of a zlib header with the usual window.
const ZLIB_HEADER: u8 = 0x78;
const BROTLI_BUFFER_BYTES: usize = 4_096;

#[derive(Debug)]
pub struct BodyBytes {
    pub bytes: Vec<u8>,
    /// Whether the body ends here. `false` when it exceeds the limit.
    pub is_complete: bool,
}

/// Reads and decompresses a body, up to `bytes_max` bytes both before and after decompression.
pub async fn read_body(headers: &HeaderMap, body: Incoming, bytes_max: usize) -> Result<BodyBytes, HttpError> {
    let received = receive(body, bytes_max).await?;
    decompress(headers, &received, bytes_max).ok_or(HttpError::Unreadable)
}

/// Reads a body as it is sent, up to `bytes_max` bytes.
pub async fn receive(mut body: Incoming, bytes_max: usize) -> Result<BodyBytes, HttpError> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| HttpError::Unreadable)?.into_data() else { continue };
        let accepted = &data[..data.len().min(bytes_max - bytes.len())];
        bytes.extend_from_slice(accepted);
        if accepted.len() < data.len() {
            return Ok(BodyBytes { bytes, is_complete: false });
        }
    }
    Ok(BodyBytes { bytes, is_complete: true })
}

/// Decompresses a body, up to `bytes_max` bytes. Names of encodings that servers invent mean none. `None` if it is not possible.
pub fn decompress(headers: &HeaderMap, received: &BodyBytes, bytes_max: usize) -> Option<BodyBytes> {
    let named = headers.get_all(header::CONTENT_ENCODING).iter();
    let named = named.flat_map(|value| value.to_str().unwrap_or_default().split(','));
    let mut encodings: Vec<String> = named.map(|name| name.trim().to_ascii_lowercase()).collect();
    let mut body = BodyBytes { bytes: received.bytes.clone(), is_complete: received.is_complete };
    // They are in the order in which they were applied.
    while let Some(encoding) = encodings.pop() {
        let bytes = body.bytes.as_slice();
        let decoded = match encoding.as_str() {
            "gzip" | "x-gzip" => gzip(bytes, bytes_max),
            "br" => read_to(brotli::Decompressor::new(bytes, BROTLI_BUFFER_BYTES), bytes_max).ok(),
            "deflate" if bytes.first() == Some(&ZLIB_HEADER) => read_to(ZlibDecoder::new(bytes), bytes_max).ok(),
            "deflate" => read_to(DeflateDecoder::new(bytes), bytes_max).ok(),
            "zstd" | "compress" | "x-compress" | "dcb" | "dcz" => None,
            _ => continue,
        };
        match decoded {
            Some(decoded) => body = BodyBytes { is_complete: decoded.is_complete && body.is_complete, ..decoded },
            // What is too large cannot be decompressed to its end.
            None if !body.is_complete => return Some(BodyBytes { bytes: Vec::new(), is_complete: false }),
            None => return None,
        }
    }
    Some(body)
}

/// Some servers cut the trailer, a checksum and a length: then the text is complete all the same.
fn gzip(bytes: &[u8], bytes_max: usize) -> Option<BodyBytes> {
    let error = match read_to(MultiGzDecoder::new(bytes), bytes_max) {
        Ok(body) => return Some(body),
        Err(read) => read,
    };
    if !bytes.starts_with(&GZIP_MAGIC) {
        return None;
    }
    let mut crc = Crc::new();
    crc.update(&error.bytes);
    let trailer = [crc.sum().to_le_bytes(), crc.amount().to_le_bytes()].concat();
    let missing = (0..trailer.len()).rev().find_map(|kept| {
        let (sent, missing) = trailer.split_at(kept);
        bytes.ends_with(sent).then_some(missing)
    })?;
    read_to(MultiGzDecoder::new([bytes, missing].concat().as_slice()), bytes_max).ok()
}

/// Reads up to `bytes_max` bytes. The error has what was read before.
fn read_to(reader: impl Read, bytes_max: usize) -> Result<BodyBytes, BodyBytes> {
    let mut bytes = Vec::new();
    let read = reader.take(bytes_max as u64 + 1).read_to_end(&mut bytes);
    let is_complete = bytes.len() <= bytes_max;
    bytes.truncate(bytes_max);
    let body = BodyBytes { bytes, is_complete };
    if read.is_ok() || !is_complete { Ok(body) } else { Err(body) }
}
