//! The bytes of an answer, within their bound however they are packed.

use std::io::{self, Write};

use axum::body::Body;
use axum::http::{HeaderMap, header};
use flate2::write::MultiGzDecoder;
use http_body_util::BodyExt;

use super::PageError;

/// What was read of a body.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) bytes: Vec<u8>,
    /// Whether there is no more of it.
    pub(super) is_whole: bool,
}

/// Reads a body and unpacks it. What is more than `most` bytes, on the way or unpacked, stays where it is.
///
/// # Errors
/// `Unreadable` when the body ends too early, or is packed in a way that was not asked for.
pub(super) async fn read(headers: &HeaderMap, mut body: Body, most: usize) -> Result<Read, PageError> {
    let mut unpacking = Unpacking::of(headers, Room { bytes: Vec::new(), most, is_full: false })?;
    let mut left = most;
    while let Some(frame) = body.frame().await {
        let Ok(chunk) = frame.map_err(|_| PageError::Unreadable)?.into_data() else { continue };
        let part = &chunk[..chunk.len().min(left)];
        left -= part.len();
        let written = unpacking.write(part);
        let room = unpacking.room();
        if room.is_full || part.len() < chunk.len() {
            return Ok(Read { bytes: std::mem::take(&mut room.bytes), is_whole: false });
        }
        written.map_err(|_| PageError::Unreadable)?;
    }
    unpacking.end().map_err(|_| PageError::Unreadable)
}

/// Bytes up to a bound.
#[derive(Debug)]
struct Room {
    bytes: Vec<u8>,
    most: usize,
    is_full: bool,
}

impl Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = &bytes[..bytes.len().min(self.most - self.bytes.len())];
        self.bytes.extend_from_slice(part);
        if part.len() < bytes.len() {
            self.is_full = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// HostDelays the bytes on the way into those of the page.
enum Unpacking {
    None(Room),
    Gzip(MultiGzDecoder<Room>),
}

impl Unpacking {
    fn of(headers: &HeaderMap, room: Room) -> Result<Self, PageError> {
        let packed = headers.get(header::CONTENT_ENCODING).map_or(Ok("identity"), |packed| packed.to_str());
        match packed.unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "identity" => Ok(Self::None(room)),
            "gzip" | "x-gzip" => Ok(Self::Gzip(MultiGzDecoder::new(room))),
            _ => Err(PageError::Unreadable),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::None(room) => room.write_all(bytes),
            Self::Gzip(unpacking) => unpacking.write_all(bytes),
        }
    }

    fn room(&mut self) -> &mut Room {
        match self {
            Self::None(room) => room,
            Self::Gzip(unpacking) => unpacking.get_mut(),
        }
    }

    fn end(mut self) -> io::Result<Read> {
        let finished = match &mut self {
            Self::None(_) => Ok(()),
            Self::Gzip(unpacking) => unpacking.try_finish(),
        };
        let room = self.room();
        if !room.is_full {
            finished?;
        }
        Ok(Read { bytes: std::mem::take(&mut room.bytes), is_whole: !room.is_full })
    }
}
