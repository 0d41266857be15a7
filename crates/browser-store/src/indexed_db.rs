//! A store in IndexedDB.

use std::cell::RefCell;
use std::rc::Rc;

use answerdeck_answer_store::{BATCH_BYTES, Changes, Records, Store, StoreError};
use futures_core::future::LocalBoxFuture;
use futures_util::FutureExt;
use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    IdbCursorWithValue, IdbDatabase, IdbKeyRange, IdbObjectStore, IdbRequest, IdbTransaction, IdbTransactionMode,
};

use crate::connection::{self, PATIENCE, RECORDS, result_of};
use crate::lock::DatabaseInUse;
use crate::platform;

/// A store in a database of IndexedDB. Several tabs may have it open.
///
/// When the database is deleted, here, in another tab or by the browser, every later operation is
/// [`StoreError::Evicted`].
pub struct IndexedDbStore {
    database: IdbDatabase,
    is_rebuilt: bool,
    _close: Closure<dyn FnMut()>,
    _in_use: DatabaseInUse,
}

impl IndexedDbStore {
    /// Opens the database of a session, and creates it when there is none. One of another version, or one that cannot be
    /// opened, is replaced.
    ///
    /// # Errors
    /// [`StoreError::Full`], or [`StoreError::Broken`] if the browser keeps nothing for this page: keep answers in memory
    /// then.
    pub async fn open(name: &str) -> Result<Self, StoreError> {
        let factory = platform::indexed_db()?;
        let in_use = DatabaseInUse::claim(name).await?;
        let (database, is_rebuilt) = match connection::open(&factory, name, PATIENCE).await {
            Ok(database) if database.object_store_names().contains(RECORDS) => (database, false),
            Err(StoreError::Full) => return Err(StoreError::Full),
            other => {
                if let Ok(database) = other {
                    database.close();
                }
                connection::delete(&factory, name, PATIENCE).await?;
                (connection::open(&factory, name, PATIENCE).await?, true)
            }
        };
        let close = Closure::<dyn FnMut()>::new({
            let database = database.clone();
            move || database.close()
        });
        database.set_onversionchange(Some(close.as_ref().unchecked_ref()));
        Ok(Self { database, is_rebuilt, _close: close, _in_use: in_use })
    }

    /// Whether a database of another version, or a damaged one, was deleted when this was opened.
    pub fn is_rebuilt(&self) -> bool {
        self.is_rebuilt
    }

    fn begin(&self, mode: IdbTransactionMode) -> Result<(IdbTransaction, IdbObjectStore), JsValue> {
        let transaction = self.database.transaction_with_str_and_mode(RECORDS, mode)?;
        let records = transaction.object_store(RECORDS)?;
        Ok((transaction, records))
    }

    /// Requests changes in one transaction, and waits until it ends.
    fn change(
        &self,
        start: &mut dyn FnMut(&IdbObjectStore) -> Result<(), JsValue>,
    ) -> LocalBoxFuture<'static, Result<(), StoreError>> {
        let settled = connection::settle(&mut |resolve, reject| {
            let (transaction, records) = self.begin(IdbTransactionMode::Readwrite)?;
            transaction.set_oncomplete(Some(resolve));
            transaction.set_onabort(Some(reject));
            start(&records).inspect_err(|_| drop(transaction.abort()))
        });
        Box::pin(settled.map(|settled| settled.map(drop)))
    }
}

impl Drop for IndexedDbStore {
    fn drop(&mut self) {
        self.database.set_onversionchange(None);
        self.database.close();
    }
}

impl Store for IndexedDbStore {
    fn read_all(&self, keys: Vec<String>) -> LocalBoxFuture<'_, Result<Vec<Option<Vec<u8>>>, StoreError>> {
        let mut requests = Vec::with_capacity(keys.len());
        let done = connection::settle(&mut |resolve, reject| {
            let (_, records) = self.begin(IdbTransactionMode::Readonly)?;
            for key in &keys {
                let request = records.get(&key.into())?;
                request.set_onerror(Some(reject));
                requests.push(request);
            }
            match requests.last() {
                // The requests of a transaction are served in their order.
                Some(last) => last.set_onsuccess(Some(resolve)),
                None => drop(resolve.call0(&JsValue::UNDEFINED)?),
            }
            Ok(())
        });
        let record = |request: IdbRequest| {
            let record = request.result().unwrap_or_default();
            (!record.is_undefined()).then(|| bytes(&record))
        };
        Box::pin(done.map(move |done| done.map(|_| requests.into_iter().map(record).collect())))
    }

    fn read_batch<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
    ) -> LocalBoxFuture<'a, Result<Records, StoreError>> {
        let batch = Rc::new(RefCell::new(Records::new()));
        let mut reading = None;
        let done = connection::settle(&mut |resolve, reject| {
            let (_, records) = self.begin(IdbTransactionMode::Readonly)?;
            let request = records.open_cursor_with_range(&range(prefix, after)?.into())?;
            reading = Some(Reading::start(request, batch.clone(), resolve.clone(), reject));
            Ok(())
        });
        Box::pin(done.map(move |done| {
            drop(reading);
            done.map(|_| batch.take())
        }))
    }

    fn write(&self, changes: Changes) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        let Changes { delete, mut put } = changes;
        self.change(&mut |records| {
            for key in &delete {
                records.delete(&key.into())?;
            }
            // Each is freed when the browser has a copy.
            for (key, record) in put.drain(..) {
                records.put_with_key(&Uint8Array::from(&record[..]), &key.into())?;
            }
            Ok(())
        })
    }

    fn keys(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        let keys = connection::settle(&mut |resolve, reject| {
            let (_, records) = self.begin(IdbTransactionMode::Readonly)?;
            let request = records.get_all_keys()?;
            request.set_onsuccess(Some(resolve));
            request.set_onerror(Some(reject));
            Ok(())
        });
        Box::pin(keys.map(|event| {
            let keys: Array = result_of(&event?).unchecked_into();
            Ok(keys.iter().filter_map(|key| key.as_string()).collect())
        }))
    }

    fn clear(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        self.change(&mut |records| records.clear().map(drop))
    }
}

/// Returns the bytes of a record. A value of another type was not written by this store, and counts as a damaged, empty
/// record.
fn bytes(value: &JsValue) -> Vec<u8> {
    value.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default()
}

/// The keys with a prefix, after one of them.
fn range(prefix: &str, after: Option<&str>) -> Result<IdbKeyRange, JsValue> {
    // No key has this character: keys are ASCII.
    let end = [prefix, "\u{ffff}"].concat();
    IdbKeyRange::bound_with_lower_open(&after.unwrap_or(prefix).into(), &end.into(), after.is_some())
}

/// Reads a batch with a cursor, until it is dropped. A cursor reports the size of each record before the next one is read,
/// and browsers read ahead.
struct Reading {
    request: IdbRequest,
    _take: Closure<dyn FnMut()>,
}

impl Reading {
    fn start(request: IdbRequest, batch: Rc<RefCell<Records>>, resolve: Function, reject: &Function) -> Self {
        let cursor = request.clone();
        let mut size = 0;
        let take = Closure::<dyn FnMut()>::new(move || {
            if !take_next(&cursor, &mut batch.borrow_mut(), &mut size) {
                let _ = resolve.call0(&JsValue::UNDEFINED);
            }
        });
        request.set_onsuccess(Some(take.as_ref().unchecked_ref()));
        request.set_onerror(Some(reject));
        Self { request, _take: take }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.request.set_onsuccess(None);
    }
}

/// Takes the record of a cursor and moves it. Returns whether there is more to take.
fn take_next(request: &IdbRequest, batch: &mut Records, size: &mut usize) -> bool {
    let cursor = request.result().ok().and_then(|cursor| cursor.dyn_into::<IdbCursorWithValue>().ok());
    let Some(cursor) = cursor else { return false };
    if let (Some(key), Ok(value)) = (cursor.key().ok().and_then(|key| key.as_string()), cursor.value()) {
        let record = bytes(&value);
        *size += record.len();
        batch.push((key, record));
    }
    *size < BATCH_BYTES && cursor.continue_().is_ok()
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use wasm_bindgen_test::wasm_bindgen_test;
    use web_sys::DomException;

    use super::*;
    use crate::delete_database;
    use crate::tests::{fresh, keys_of, put};

    #[wasm_bindgen_test]
    async fn records_are_read_as_they_were_written() {
        let store = fresh("answerdeck.test.records").await;
        assert!(!store.is_rebuilt());
        let every_byte: Vec<u8> = (0..=255).cycle().take(3 * 1024 * 1024).collect();
        let records = [("empty", Vec::new()), ("large", every_byte), ("run/1", vec![0])];
        let changes = Changes {
            put: records.iter().map(|(key, record)| ((*key).to_owned(), record.clone())).collect(),
            ..Changes::default()
        };
        store.write(changes).await.unwrap();
        for (key, record) in &records {
            assert_eq!(store.read(key).await.unwrap().as_ref(), Some(record));
        }
        assert_eq!(store.read("other").await, Ok(None));
        let keys = ["run/1", "other", "empty"].map(str::to_owned).to_vec();
        assert_eq!(store.read_all(keys).await, Ok(vec![Some(vec![0]), None, Some(Vec::new())]));
        assert_eq!(store.read_all(Vec::new()).await, Ok(Vec::new()));
        assert_eq!(store.keys().await.unwrap(), ["empty", "large", "run/1"]);

        let changes =
            Changes { delete: vec!["empty".to_owned(), "run/1".to_owned(), "other".to_owned()], ..put("run/1", 9) };
        store.write(changes).await.unwrap();
        assert_eq!(store.keys().await.unwrap(), ["large", "run/1"]);
        assert_eq!(store.read("run/1").await, Ok(Some(vec![9])));
        store.clear().await.unwrap();
        assert_eq!(store.keys().await.unwrap(), [""; 0]);
    }

    #[wasm_bindgen_test]
    async fn a_batch_ends_with_the_record_that_completes_its_bytes() {
        let store = fresh("answerdeck.test.batch").await;
        let records = [("a/9", 1), ("b/1", BATCH_BYTES - 1), ("b/2", 1), ("b/3", 2), ("b0", 1), ("c/1", 1)];
        let put = records.map(|(key, length)| (key.to_owned(), vec![7; length])).into();
        store.write(Changes { put, ..Changes::default() }).await.unwrap();
        let batch = store.read_batch("b/", None).await.unwrap();
        assert_eq!(keys_of(&batch), ["b/1", "b/2"]);
        assert!(batch.iter().all(|(_, record)| record.iter().all(|byte| *byte == 7)));
        assert_eq!(store.read_batch("b/", Some("b/2")).await.unwrap(), [("b/3".to_owned(), vec![7, 7])]);
        assert_eq!(store.read_batch("b/", Some("b/3")).await.unwrap(), []);
        assert_eq!(keys_of(&store.read_batch("", Some("b/1")).await.unwrap()), ["b/2", "b/3", "b0", "c/1"]);
    }

    #[wasm_bindgen_test]
    async fn a_batch_that_is_dropped_leaves_the_store_usable() {
        let store = fresh("answerdeck.test.dropped-batch").await;
        store.write(put("a/1", 1)).await.unwrap();
        let mut reading = store.read_batch("a/", None);
        assert!((&mut reading).now_or_never().is_none());
        drop(reading);
        assert_eq!(keys_of(&store.read_batch("a/", None).await.unwrap()), ["a/1"]);
    }

    #[wasm_bindgen_test]
    async fn a_write_that_is_dropped_changes_everything_or_nothing() {
        let store = fresh("answerdeck.test.dropped-write").await;
        let changes = || Changes {
            put: (0..100).map(|number| (format!("a/{number:02}"), vec![number; 1_000])).collect(),
            ..Changes::default()
        };
        for is_polled in [false, true] {
            let mut writing = store.write(changes());
            assert!(!is_polled || (&mut writing).now_or_never().is_none());
            drop(writing);
            let keys = store.keys().await.unwrap();
            assert!([0, 100].contains(&keys.len()), "{keys:?}");
            store.clear().await.unwrap();
        }
    }

    #[wasm_bindgen_test]
    async fn a_write_that_fails_changes_nothing() {
        let store = fresh("answerdeck.test.failed-write").await;
        store.write(put("a", 1)).await.unwrap();
        let full = DomException::new_with_message_and_name("", "QuotaExceededError").unwrap();
        let failed_at_once = store.change(&mut |records| {
            records.put_with_key(&2.into(), &"b".into())?;
            Err(full.clone().into())
        });
        assert_eq!(failed_at_once.await, Err(StoreError::Full));
        let failed_later = store.change(&mut |records| {
            records.put_with_key(&2.into(), &"b".into())?;
            records.add_with_key(&2.into(), &"a".into()).map(drop)
        });
        assert!(matches!(failed_later.await, Err(StoreError::Broken(error)) if error.starts_with("ConstraintError")));
        assert_eq!(store.keys().await.unwrap(), ["a"]);
        assert_eq!(store.read("a").await, Ok(Some(vec![1])));
    }

    #[wasm_bindgen_test]
    async fn a_value_that_is_not_a_record_is_read_as_an_empty_one() {
        let store = fresh("answerdeck.test.foreign-value").await;
        let written = store.change(&mut |records| records.put_with_key(&"text".into(), &"a".into()).map(drop));
        written.await.unwrap();
        assert_eq!(store.read("a").await, Ok(Some(Vec::new())));
        assert_eq!(store.read_batch("", None).await.unwrap(), [("a".to_owned(), Vec::new())]);
    }

    #[wasm_bindgen_test]
    async fn two_stores_of_a_database_share_its_records() {
        let name = "answerdeck.test.shared";
        let (one, other) = (fresh(name).await, IndexedDbStore::open(name).await.unwrap());
        one.write(put("a", 1)).await.unwrap();
        assert_eq!(other.read("a").await, Ok(Some(vec![1])));
        drop(one);
        other.clear().await.unwrap();
        assert_eq!(IndexedDbStore::open(name).await.unwrap().read("a").await, Ok(None));
    }

    #[wasm_bindgen_test]
    async fn a_store_whose_database_is_deleted_is_evicted() {
        let name = "answerdeck.test.deleted";
        let stores = [fresh(name).await, IndexedDbStore::open(name).await.unwrap()];
        stores[0].write(put("a", 1)).await.unwrap();
        delete_database(name).await.unwrap();
        for store in &stores {
            assert_eq!(store.read("a").await, Err(StoreError::Evicted));
            assert_eq!(store.read_batch("", None).await, Err(StoreError::Evicted));
            assert_eq!(store.keys().await, Err(StoreError::Evicted));
            assert_eq!(store.write(put("a", 1)).await, Err(StoreError::Evicted));
            assert_eq!(store.clear().await, Err(StoreError::Evicted));
        }
        let opened = IndexedDbStore::open(name).await.unwrap();
        assert_eq!((opened.is_rebuilt(), opened.keys().await.unwrap()), (false, Vec::new()));
    }

    #[wasm_bindgen_test]
    async fn a_database_of_another_version_or_form_is_replaced() {
        for (version, object_store) in [(7, RECORDS), (1, "other")] {
            let name = "answerdeck.test.version";
            delete_database(name).await.unwrap();
            let request = platform::indexed_db().unwrap().open_with_u32(name, version).unwrap();
            let created = Closure::once_into_js({
                let request = request.clone();
                move || {
                    let database: IdbDatabase = request.result().unwrap().unchecked_into();
                    database.create_object_store(object_store).unwrap().put_with_key(&1.into(), &"a".into()).unwrap();
                }
            });
            request.set_onupgradeneeded(Some(created.unchecked_ref()));
            let opened = connection::settle(&mut |resolve, _| {
                request.set_onsuccess(Some(resolve));
                Ok(())
            });
            result_of(&opened.await.unwrap()).unchecked_into::<IdbDatabase>().close();

            let store = IndexedDbStore::open(name).await.unwrap();
            assert!(store.is_rebuilt());
            assert_eq!(store.keys().await.unwrap(), [""; 0]);
            store.write(put("b", 2)).await.unwrap();
            drop(store);
            let store = IndexedDbStore::open(name).await.unwrap();
            assert!(!store.is_rebuilt());
            assert_eq!(store.keys().await.unwrap(), ["b"]);
        }
    }
}
