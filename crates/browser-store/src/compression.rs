//! Compression by the browser.

use answerdeck_answer_store::{Compression, CompressionError};
use futures_core::future::LocalBoxFuture;
use futures_util::FutureExt;
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, ReadableWritablePair, Response};

use crate::platform;

const FORMAT: &str = "deflate-raw";

/// Blocks of texts are smaller than this. More memory is allocated only as bytes arrive, because a damaged record may
/// claim any length.
const INITIAL_CAPACITY: usize = 512 * 1024;

/// Compresses with `CompressionStream`. It writes no checksum: the records have one.
#[derive(Debug, Clone, Copy, Default)]
pub struct BrowserCompression;

impl Compression for BrowserCompression {
    fn format(&self) -> &'static str {
        FORMAT
    }

    fn compress(&self, bytes: Vec<u8>) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>> {
        let stream = CompressionStream::new(FORMAT).map(JsCast::unchecked_into);
        Box::pin(pass(bytes, stream, usize::MAX))
    }

    fn decompress(&self, bytes: Vec<u8>, length: usize) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>> {
        let stream = DecompressionStream::new(FORMAT).map(JsCast::unchecked_into);
        Box::pin(pass(bytes, stream, length).map(move |decompressed| match decompressed? {
            bytes if bytes.len() == length => Ok(bytes),
            _ => Err(CompressionError("another length".to_owned())),
        }))
    }
}

/// Passes bytes through a stream, to the end or until more than `length` came out.
async fn pass(
    bytes: Vec<u8>,
    stream: Result<ReadableWritablePair, JsValue>,
    length: usize,
) -> Result<Vec<u8>, CompressionError> {
    let failure = |error: JsValue| CompressionError(platform::text(&error, "message"));
    let reader = stream.and_then(|stream| open(bytes, &stream)).map_err(failure)?;
    let mut passed = Vec::with_capacity(length.min(INITIAL_CAPACITY));
    while passed.len() <= length {
        let chunk = JsFuture::from(reader.read()).await.map_err(failure)?;
        let value = Reflect::get(&chunk, &"value".into()).map_err(failure)?;
        let Ok(chunk) = value.dyn_into::<Uint8Array>() else { break };
        let start = passed.len();
        passed.resize(start + chunk.length() as usize, 0);
        chunk.copy_to(&mut passed[start..]);
    }
    passed.shrink_to_fit();
    // At the end of the stream, there is nothing to cancel. Otherwise no more is decompressed.
    drop(JsFuture::from(reader.cancel()));
    Ok(passed)
}

/// Returns a reader of the bytes that come out of a stream.
fn open(bytes: Vec<u8>, stream: &ReadableWritablePair) -> Result<ReadableStreamDefaultReader, JsValue> {
    let bytes = Response::new_with_opt_js_u8_array(Some(&Uint8Array::from(&bytes[..])))?;
    let bytes = bytes.body().ok_or(JsValue::UNDEFINED)?;
    Ok(bytes.pipe_through(stream).get_reader().unchecked_into())
}

// Unstable in web-sys.
#[wasm_bindgen]
extern "C" {
    type CompressionStream;

    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;

    type DecompressionStream;

    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    /// Bytes that do not repeat soon.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let next = |state: &mut u32| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (*state >> 24) as u8
        };
        (0..length).map(|_| next(&mut state)).collect()
    }

    #[wasm_bindgen_test]
    async fn bytes_are_decompressed_as_they_were_compressed() {
        for bytes in [Vec::new(), vec![1], "가나다".repeat(30_000).into_bytes(), noise(3 * 1024 * 1024)] {
            let compressed = BrowserCompression.compress(bytes.clone()).await.unwrap();
            assert_eq!(BrowserCompression.decompress(compressed, bytes.len()).await.unwrap(), bytes);
        }
        let text = BrowserCompression.compress("가나다".repeat(30_000).into_bytes()).await.unwrap();
        assert!(text.len() < 3_000, "{}", text.len());
    }

    #[wasm_bindgen_test]
    async fn bytes_of_another_length_are_an_error() {
        let length = 2 * 1024 * 1024;
        let compressed = BrowserCompression.compress(vec![0; length]).await.unwrap();
        for wrong in [0, 1, length - 1, length + 1, usize::MAX] {
            let error = BrowserCompression.decompress(compressed.clone(), wrong).await.unwrap_err();
            assert_eq!(error, CompressionError("another length".to_owned()), "{wrong}");
        }
    }

    #[wasm_bindgen_test]
    async fn damaged_bytes_are_an_error() {
        let bytes = noise(1_000);
        let compressed = BrowserCompression.compress(bytes.clone()).await.unwrap();
        let cut = compressed[..compressed.len() / 2].to_vec();
        let longer = [&compressed[..], &[0]].concat();
        for damaged in [Vec::new(), cut, longer, vec![0xff; 100]] {
            BrowserCompression.decompress(damaged, bytes.len()).await.unwrap_err();
        }
    }
}
