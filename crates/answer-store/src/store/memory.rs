//! A store in memory, for tests and for browsers that keep nothing.

use std::cell::RefCell;
use std::collections::BTreeMap;

use futures_core::future::LocalBoxFuture;

use super::{Changes, Store, StoreError};

/// A store that lives as long as the value.
#[derive(Debug, Default)]
pub struct MemoryStore {
    records: RefCell<BTreeMap<String, Vec<u8>>>,
    capacity: Option<usize>,
}

impl MemoryStore {
    /// A store that is full when its records have more than `capacity` bytes together.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { records: RefCell::default(), capacity: Some(capacity) }
    }
}

impl Store for MemoryStore {
    fn read<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(async move { Ok(self.records.borrow().get(key).cloned()) })
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
    fn a_record_that_is_deleted_and_put_is_kept() {
        let store = MemoryStore::default();
        let changes = Changes { delete: vec!["a".to_owned()], ..put("a", 1) };
        store.write(changes).now_or_never().unwrap().unwrap();
        assert_eq!(store.read("a").now_or_never().unwrap(), Ok(Some(vec![7])));
        store.clear().now_or_never().unwrap().unwrap();
        assert_eq!(store.read("a").now_or_never().unwrap(), Ok(None));
    }
}
