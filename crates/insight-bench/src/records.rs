//! Records and compression of JavaScript.

use answerdeck_answer_store::{BATCH_BYTES, Changes, Compression, CompressionError, Store, StoreError};
use futures_core::future::LocalBoxFuture;
use js_sys::{Promise, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// Records in the memory of JavaScript, and its `CompressionStream`. tests/bench/insight.worker.js implements it.
    pub type Records;

    #[wasm_bindgen(method)]
    fn read(this: &Records, key: &str) -> Option<Uint8Array>;
    #[wasm_bindgen(method)]
    fn put(this: &Records, key: &str, record: &[u8]);
    #[wasm_bindgen(method)]
    fn delete(this: &Records, key: &str);
    #[wasm_bindgen(method)]
    fn keys(this: &Records) -> Vec<String>;
    #[wasm_bindgen(method)]
    fn clear(this: &Records);
    #[wasm_bindgen(method)]
    fn compress(this: &Records, bytes: &[u8]) -> Promise;
    #[wasm_bindgen(method)]
    fn decompress(this: &Records, bytes: &[u8]) -> Promise;
}

impl Store for Records {
    fn read_all(&self, keys: Vec<String>) -> LocalBoxFuture<'_, Result<Vec<Option<Vec<u8>>>, StoreError>> {
        Box::pin(async move { Ok(keys.iter().map(|key| self.read(key).map(|record| record.to_vec())).collect()) })
    }

    fn read_batch<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
    ) -> LocalBoxFuture<'a, Result<answerdeck_answer_store::Records, StoreError>> {
        Box::pin(async move {
            let mut keys = self.keys();
            keys.retain(|key| key.starts_with(prefix) && after.is_none_or(|after| key.as_str() > after));
            keys.sort_unstable();
            let mut bytes = 0;
            let mut batch = Vec::new();
            for key in keys {
                let record = self.read(&key).map(|record| record.to_vec()).unwrap_or_default();
                bytes += record.len();
                batch.push((key, record));
                if bytes >= BATCH_BYTES {
                    break;
                }
            }
            Ok(batch)
        })
    }

    fn write(&self, changes: Changes) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            changes.delete.iter().for_each(|key| self.delete(key));
            changes.put.iter().for_each(|(key, record)| self.put(key, record));
            Ok(())
        })
    }

    fn keys(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move { Ok(self.keys()) })
    }

    fn clear(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.clear();
            Ok(())
        })
    }
}

impl Compression for Records {
    fn format(&self) -> &'static str {
        "deflate-raw"
    }

    fn compress(&self, bytes: Vec<u8>) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>> {
        Box::pin(async move { bytes_of(self.compress(&bytes)).await })
    }

    fn decompress(&self, bytes: Vec<u8>, _: usize) -> LocalBoxFuture<'_, Result<Vec<u8>, CompressionError>> {
        Box::pin(async move { bytes_of(self.decompress(&bytes)).await })
    }
}

async fn bytes_of(promise: Promise) -> Result<Vec<u8>, CompressionError> {
    let error = |error: JsValue| CompressionError(format!("{error:?}"));
    Ok(Uint8Array::new(&JsFuture::from(promise).await.map_err(error)?).to_vec())
}
