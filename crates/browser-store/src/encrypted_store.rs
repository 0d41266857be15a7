//! A store that encrypts the records of another one.

use answerdeck_answer_store::{Changes, Records, Store, StoreError};
use futures_core::future::LocalBoxFuture;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AesGcmParams, Crypto, CryptoKey};

use crate::platform;

const ALGORITHM: &str = "AES-GCM";

/// The bytes of the initialization vector, which precedes the encrypted bytes.
///
/// Source: NIST SP 800-38D, section 8.2.2: 96 random bits, for at most 2^32 records with the same key.
const IV_BYTES: usize = 12;

/// A store that encrypts each record with AES-256-GCM. The encryption authenticates the record's key, so records cannot
/// be swapped.
///
/// A record that was damaged, exchanged or encrypted with another key is read as an empty one. The keys of records and
/// their sizes stay readable.
pub struct EncryptedStore<S> {
    store: S,
    crypto: Crypto,
    key: CryptoKey,
}

impl<S: Store> EncryptedStore<S> {
    /// Wraps a store.
    ///
    /// # Errors
    /// [`StoreError::Broken`] if the browser has no WebCrypto: the page has no secure context.
    pub async fn new(store: S, key: &[u8; 32]) -> Result<Self, StoreError> {
        let crypto = platform::crypto()?;
        let usages = Array::of2(&"encrypt".into(), &"decrypt".into());
        let key = Uint8Array::from(&key[..]);
        let key = crypto.subtle().import_key_with_str("raw", &key, ALGORITHM, false, &usages);
        let key = JsFuture::from(key.map_err(|error| platform::failure(&error))?).await;
        let key = key.map_err(|error| platform::failure(&error))?.unchecked_into();
        Ok(Self { store, crypto, key })
    }

    /// Returns the store with the encrypted records.
    pub fn inner(&self) -> &S {
        &self.store
    }

    /// Starts to encrypt a record. Returns the initialization vector too.
    fn encrypt(&self, key: &str, record: &[u8]) -> Result<(Uint8Array, JsFuture), JsValue> {
        let iv = Uint8Array::new_with_length(IV_BYTES as u32);
        self.crypto.get_random_values_with_js_u8_array(&iv)?;
        let (subtle, record) = (self.crypto.subtle(), Uint8Array::from(record));
        let encrypted = subtle.encrypt_with_object_and_js_u8_array(&parameters(&iv, key), &self.key, &record)?;
        Ok((iv, JsFuture::from(encrypted)))
    }

    /// Starts to decrypt a record. `None` if it is too short to be one.
    fn decrypt(&self, key: &str, encrypted: &[u8]) -> Option<JsFuture> {
        let (iv, ciphertext) = encrypted.split_at_checked(IV_BYTES)?;
        let (parameters, ciphertext) = (parameters(&Uint8Array::from(iv), key), Uint8Array::from(ciphertext));
        let decrypted =
            self.crypto.subtle().decrypt_with_object_and_js_u8_array(&parameters, &self.key, &ciphertext).ok()?;
        Some(JsFuture::from(decrypted))
    }
}

fn parameters(iv: &Uint8Array, key: &str) -> AesGcmParams {
    let parameters = AesGcmParams::new_with_u8_array(ALGORITHM, iv);
    parameters.set_additional_data_u8_array(&Uint8Array::from(key.as_bytes()));
    parameters
}

/// Joins the two parts of an encrypted record.
fn join(iv: &Uint8Array, ciphertext: &JsValue) -> Vec<u8> {
    let ciphertext = Uint8Array::new(ciphertext);
    let mut encrypted = vec![0; IV_BYTES + ciphertext.length() as usize];
    let (start, rest) = encrypted.split_at_mut(IV_BYTES);
    iv.copy_to(start);
    ciphertext.copy_to(rest);
    encrypted
}

/// Waits for a record. Empty if it cannot be decrypted for any reason: then it is not a record of this key.
async fn decrypted(record: Option<JsFuture>) -> Vec<u8> {
    let Some(record) = record else { return Vec::new() };
    record.await.map(|bytes| Uint8Array::new(&bytes).to_vec()).unwrap_or_default()
}

impl<S: Store> Store for EncryptedStore<S> {
    fn read_all(&self, keys: Vec<String>) -> LocalBoxFuture<'_, Result<Vec<Option<Vec<u8>>>, StoreError>> {
        Box::pin(async move {
            let encrypted = self.store.read_all(keys.clone()).await?;
            // All of them are being decrypted before the first is waited for.
            let start =
                |(key, encrypted): (&String, Option<Vec<u8>>)| encrypted.map(|encrypted| self.decrypt(key, &encrypted));
            let started: Vec<_> = keys.iter().zip(encrypted).map(start).collect();
            let mut records = Vec::with_capacity(started.len());
            for record in started {
                records.push(match record {
                    Some(record) => Some(decrypted(record).await),
                    None => None,
                });
            }
            Ok(records)
        })
    }

    fn read_batch<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
    ) -> LocalBoxFuture<'a, Result<Records, StoreError>> {
        Box::pin(async move {
            let batch = self.store.read_batch(prefix, after).await?;
            // All of them are being decrypted before the first is waited for.
            let start = |(key, encrypted): (String, Vec<u8>)| (self.decrypt(&key, &encrypted), key);
            let started: Vec<_> = batch.into_iter().map(start).collect();
            let mut records = Records::with_capacity(started.len());
            for (record, key) in started {
                records.push((key, decrypted(record).await));
            }
            Ok(records)
        })
    }

    fn write(&self, changes: Changes) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let Changes { delete, mut put } = changes;
            // One after the other, so that memory holds only one record of a large run twice.
            for (key, record) in &mut put {
                let (iv, encrypted) = self.encrypt(key, record).map_err(|error| platform::failure(&error))?;
                let encrypted = encrypted.await.map_err(|error| platform::failure(&error))?;
                *record = join(&iv, &encrypted);
            }
            self.store.write(Changes { delete, put }).await
        })
    }

    fn keys(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        self.store.keys()
    }

    fn clear(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        self.store.clear()
    }
}

#[cfg(test)]
mod tests {
    use answerdeck_answer_store::MemoryStore;
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    const TAG_BYTES: usize = 16;

    async fn encrypted(key: u8) -> EncryptedStore<MemoryStore> {
        EncryptedStore::new(MemoryStore::default(), &[key; 32]).await.unwrap()
    }

    fn put(key: &str, record: &[u8]) -> Changes {
        Changes { delete: Vec::new(), put: vec![(key.to_owned(), record.to_vec())] }
    }

    /// Reads a record alone and in a batch, which are the same.
    async fn read(store: &EncryptedStore<MemoryStore>, key: &str) -> Vec<u8> {
        let alone = store.read(key).await.unwrap().unwrap();
        assert_eq!(store.read_batch(key, None).await.unwrap(), [(key.to_owned(), alone.clone())]);
        alone
    }

    #[wasm_bindgen_test]
    async fn records_are_read_as_they_were_written_and_kept_otherwise() {
        let store = encrypted(1).await;
        let record = "Nurio".repeat(1_000).into_bytes();
        store.write(put("a", &record)).await.unwrap();
        let first = store.inner().read("a").await.unwrap().unwrap();
        store.write(put("a", &record)).await.unwrap();
        let second = store.inner().read("a").await.unwrap().unwrap();
        assert_eq!([first.len(), second.len()], [IV_BYTES + record.len() + TAG_BYTES; 2]);
        assert_ne!(first[..IV_BYTES], second[..IV_BYTES]);
        assert_ne!(first[IV_BYTES..], second[IV_BYTES..]);
        assert!(!first.windows(5).any(|window| window == b"Nurio"));
        assert_eq!(read(&store, "a").await, record);

        store.write(Changes { delete: vec!["a".to_owned()], ..put("b", b"") }).await.unwrap();
        assert_eq!(store.keys().await.unwrap(), ["b"]);
        assert_eq!((store.read("a").await.unwrap(), read(&store, "b").await), (None, Vec::new()));
        store.clear().await.unwrap();
        assert_eq!(store.keys().await.unwrap(), [""; 0]);
    }

    #[wasm_bindgen_test]
    async fn a_batch_keeps_its_order() {
        let store = encrypted(1).await;
        // Short records are decrypted sooner than long ones.
        let record = |number: u8| vec![number; usize::from(100 - number) * 500];
        let put = (0..100).map(|number| (format!("{number:02}"), record(number))).collect();
        store.write(Changes { put, ..Changes::default() }).await.unwrap();
        let batch = store.read_batch("", None).await.unwrap();
        assert!(batch.iter().map(|(_, bytes)| bytes).eq((0..100).map(record).collect::<Vec<_>>().iter()));
    }

    #[wasm_bindgen_test]
    async fn a_record_of_another_key_is_read_as_an_empty_one() {
        let (store, other) = (encrypted(1).await, encrypted(2).await);
        store.write(put("a", b"Nurio")).await.unwrap();
        other.inner().write(put("a", &store.inner().read("a").await.unwrap().unwrap())).await.unwrap();
        assert_eq!(read(&other, "a").await, b"");
    }

    #[wasm_bindgen_test]
    async fn an_exchanged_record_is_read_as_an_empty_one() {
        let store = encrypted(1).await;
        store.write(put("a", b"Nurio")).await.unwrap();
        store.inner().write(put("b", &store.inner().read("a").await.unwrap().unwrap())).await.unwrap();
        assert_eq!((read(&store, "a").await, read(&store, "b").await), (b"Nurio".to_vec(), Vec::new()));
    }

    #[wasm_bindgen_test]
    async fn a_changed_or_cut_record_is_read_as_an_empty_one() {
        let store = encrypted(1).await;
        store.write(put("a", b"Nurio")).await.unwrap();
        let encrypted = store.inner().read("a").await.unwrap().unwrap();
        for at in 0..encrypted.len() {
            let mut changed = encrypted.clone();
            changed[at] ^= 1;
            for damaged in [&changed, &encrypted[..at]] {
                store.inner().write(put("a", damaged)).await.unwrap();
                assert_eq!(read(&store, "a").await, b"", "at {at}");
            }
        }
        store.inner().write(put("a", &[&encrypted[..], &[0]].concat())).await.unwrap();
        assert_eq!(read(&store, "a").await, b"");
        store.inner().write(put("a", &encrypted)).await.unwrap();
        assert_eq!(read(&store, "a").await, b"Nurio");
    }
}
