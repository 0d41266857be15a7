//! The format `deflate-raw` of `CompressionStream`.

use std::io::{Read, Write};

use answerdeck_answer_store::{Compression, CompressionError};
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use futures_core::future::LocalBoxFuture;

pub(crate) struct Deflate;

fn failed(error: std::io::Error) -> CompressionError {
    CompressionError(error.to_string())
}

impl Compression for Deflate {
    fn format(&self) -> &'static str {
        "deflate-raw"
    }

    fn compress(&self, bytes: Vec<u8>) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>> {
        let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        let compressed = encoder.write_all(&bytes).and_then(|()| encoder.finish()).map_err(failed);
        Box::pin(std::future::ready(compressed))
    }

    fn decompress(&self, bytes: Vec<u8>, length: usize) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>> {
        let mut decompressed = Vec::new();
        let read = DeflateDecoder::new(&bytes[..]).take(length as u64).read_to_end(&mut decompressed);
        Box::pin(std::future::ready(read.map(|_| decompressed).map_err(failed)))
    }
}
