//! A store in memory, for tests and for browsers that keep nothing.

use std::cell::RefCell;
use std::ops::Bound;

use futures_core::future::LocalBoxFuture;

use super::{BATCH_BYTES, Changes, Records, Store, StoreError};
use crate::sorted::SortedMap;

/// A store that lives as long as the value.
#[derive(Debug, Default)]
pub struct MemoryStore {
    records: RefCell<SortedMap<String, Vec<u8>>>,
    capacity: Option<usize>,
}

impl MemoryStore {
    /// A store that is full when its records have more than `capacity` bytes together.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { records: RefCell::default(), capacity: Some(capacity) }
    }
}

impl Store for MemoryStore {
    fn read_all(&self, keys: Vec<String>) -> LocalBoxFuture<'_, Result<Vec<Option<Vec<u8>>>, StoreError>> {
        Box::pin(async move {
            let records = self.records.borrow();
            Ok(keys.iter().map(|key| records.get(key).cloned()).collect())
        })
    }

    fn read_batch<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
    ) -> LocalBoxFuture<'a, Result<Records, StoreError>> {
        Box::pin(async move {
            let records = self.records.borrow();
            let from = after.map_or(Bound::Included(prefix), Bound::Excluded);
            let mut bytes = 0;
            let batch = records
                .range::<str>((from, Bound::Unbounded))
                .take_while(|(key, _)| key.starts_with(prefix))
                .take_while(|(_, record)| {
                    let is_open = bytes < BATCH_BYTES;
                    bytes += record.len();
                    is_open
                });
            Ok(batch.map(|(key, record)| (key.clone(), record.clone())).collect())
        })
    }

    fn write(&self, changes: Changes) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let mut records = self.records.borrow_mut();
            if let Some(capacity) = self.capacity {
                let is_replaced =
                    |key: &String| changes.delete.contains(key) || changes.put.iter().any(|(put, _)| put == key);
                let kept: usize =
                    records.iter().filter(|(key, _)| !is_replaced(key)).map(|(_, record)| record.len()).sum();
                let put: usize = changes.put.iter().map(|(_, record)| record.len()).sum();
                if kept + put > capacity {
                    return Err(StoreError::Full);
                }
            }
            changes.delete.iter().for_each(|key| drop(records.remove(key)));
            records.extend(changes.put);
            Ok(())
        })
    }

    fn keys(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move { Ok(self.records.borrow().keys().cloned().collect()) })
    }

    fn clear(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.records.borrow_mut().clear();
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn put(key: &str, length: usize) -> Changes {
        Changes { delete: Vec::new(), put: vec![(key.to_owned(), vec![7; length])] }
    }

    #[test]
    fn changes_that_do_not_fit_change_nothing() {
        let store = MemoryStore::with_capacity(10);
        let write = |changes| store.write(changes).now_or_never().unwrap();
        write(put("a", 6)).unwrap();
        write(put("a", 10)).unwrap();
        let mut both = put("b", 11);
        both.delete.push("a".to_owned());
        assert_eq!(write(both.clone()), Err(StoreError::Full));
        assert_eq!(store.read("a").now_or_never().unwrap().unwrap().map(|record| record.len()), Some(10));
        both.put[0].1.pop();
        write(both).unwrap();
        assert_eq!(store.keys().now_or_never().unwrap().unwrap(), ["b"]);
    }

    #[test]
    fn a_batch_ends_with_the_record_that_completes_its_bytes() {
        let store = MemoryStore::default();
        let write = |key: &str, length| store.write(put(key, length)).now_or_never().unwrap().unwrap();
        write("b/1", BATCH_BYTES - 1);
        ["a/9", "b/2", "b/3", "b0", "c/1"].iter().for_each(|key| write(key, 1));
        let batch = |prefix: &str, after: Option<&str>| -> Vec<String> {
            let records = store.read_batch(prefix, after).now_or_never().unwrap().unwrap();
            records.into_iter().map(|(key, _)| key).collect()
        };
        assert_eq!(batch("b/", None), ["b/1", "b/2"]);
        assert_eq!(batch("b/", Some("b/2")), ["b/3"]);
        assert_eq!(batch("b/", Some("b/3")), [""; 0]);
        assert_eq!(batch("", Some("b/1")), ["b/2", "b/3", "b0", "c/1"]);
    }

    #[test]
    fn a_record_that_is_deleted_and_put_is_kept() {
        let store = MemoryStore::default();
        let changes = Changes { delete: vec!["a".to_owned()], ..put("a", 1) };
        store.write(changes).now_or_never().unwrap().unwrap();
        assert_eq!(store.read("a").now_or_never().unwrap(), Ok(Some(vec![7])));
        store.clear().now_or_never().unwrap().unwrap();
        assert_eq!(store.read("a").now_or_never().unwrap(), Ok(None));
    }
}
