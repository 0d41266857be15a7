//! Compression by the browser.

use answerdeck_answer_store::{Compression, CompressionError};
use futures_core::future::LocalBoxFuture;
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader, ReadableWritablePair, Response};

const FORMAT: &str = "deflate-raw";

/// A block of texts has less. Longer ones grow as they are read, because a damaged record may promise any length.
const INITIAL_CAPACITY_MAX: usize = 1024 * 1024;

/// Compresses with `CompressionStream`. It writes no checksum: the records have one.
#[derive(Debug, Clone, Copy, Default)]
pub struct BrowserCompression;

impl Compression for BrowserCompression {
    fn format(&self) -> &'static str {
        FORMAT
    }

    fn compress(&self, bytes: Vec<u8>) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>> {
        Box::pin(async move {
            let compressed = async {
                let stream = CompressionStream::new(FORMAT)?;
                let compressed = through(bytes, stream.unchecked_into())?;
                let compressed = Response::new_with_opt_readable_stream(Some(&compressed))?;
                JsFuture::from(compressed.array_buffer()?).await
            };
            compressed.await.map(|compressed| Uint8Array::new(&compressed).to_vec()).map_err(|error| failure(&error))
        })
    }

    fn decompress(&self, bytes: Vec<u8>, length: usize) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>> {
        Box::pin(async move {
            let decompressed = async {
                let stream = DecompressionStream::new(FORMAT)?;
                read(&through(bytes, stream.unchecked_into())?, length).await
            };
            match decompressed.await {
                Ok(decompressed) if decompressed.len() == length => Ok(decompressed),
                Ok(_) => Err(CompressionError("another length".to_owned())),
                Err(error) => Err(failure(&error)),
            }
        })
    }
}

/// Returns the bytes as they come out of a stream.
fn through(bytes: Vec<u8>, stream: ReadableWritablePair) -> Result<ReadableStream, JsValue> {
    let bytes = Response::new_with_opt_js_u8_array(Some(&Uint8Array::from(&bytes[..])))?;
    let bytes = bytes.body().ok_or(JsValue::UNDEFINED)?;
    Ok(bytes.pipe_through(&stream))
}

/// Reads a stream, to its end or until there is more than `length`.
async fn read(stream: &ReadableStream, length: usize) -> Result<Vec<u8>, JsValue> {
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut read = Vec::with_capacity(length.min(INITIAL_CAPACITY_MAX));
    while read.len() <= length {
        let chunk = JsFuture::from(reader.read()).await?;
        let Ok(chunk) = Reflect::get(&chunk, &"value".into())?.dyn_into::<Uint8Array>() else { break };
        let start = read.len();
        read.resize(start + chunk.length() as usize, 0);
        chunk.copy_to(&mut read[start..]);
    }
    if read.len() > length {
        // The rest is never decompressed.
        let _ = JsFuture::from(reader.cancel()).await;
    }
    Ok(read)
}

fn failure(error: &JsValue) -> CompressionError {
    let message = Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string());
    CompressionError(message.unwrap_or_default())
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
