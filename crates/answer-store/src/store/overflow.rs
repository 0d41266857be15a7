//! Keeps records in memory that a full device does not accept.

use std::cell::{Cell, RefCell};
use std::ops::Bound;
use std::rc::Rc;

use futures_core::future::LocalBoxFuture;

use super::{Changes, Records, Store, StoreError};
use crate::record;
use crate::sorted::SortedMap;

/// A store that puts new records in memory once the device is full. Records on the device can still be read and
/// deleted.
pub struct OverflowStore {
    device: Rc<dyn Store>,
    is_full: Cell<bool>,
    /// The records that the device did not take.
    memory: RefCell<SortedMap<String, Vec<u8>>>,
}

impl OverflowStore {
    /// Wraps the store of a device.
    pub fn new(device: Rc<dyn Store>) -> Self {
        Self { device, is_full: Cell::new(false), memory: RefCell::default() }
    }

    /// Returns whether the device has refused a record.
    pub fn is_full(&self) -> bool {
        self.is_full.get()
    }

    /// Makes changes when the device is full. The device gets only the deletions. Older records of the same keys stay there:
    /// they belong to the runs that the device has.
    async fn write_to_memory(&self, changes: Changes) -> Result<(), StoreError> {
        let Changes { delete, put } = changes;
        // The next visit does not know of the runs in memory, so it has to read the whole list of runs.
        let of_device = delete.iter().cloned().chain([record::MISSING_RUNS.to_owned()]).collect();
        self.device.write(Changes { delete: of_device, put: Vec::new() }).await?;
        let mut memory = self.memory.borrow_mut();
        delete.iter().for_each(|key| drop(memory.remove(key)));
        memory.extend(put);
        Ok(())
    }
}

impl Store for OverflowStore {
    fn read_all(&self, keys: Vec<String>) -> LocalBoxFuture<'_, Result<Vec<Option<Vec<u8>>>, StoreError>> {
        Box::pin(async move {
            let in_memory: Vec<_> = keys.iter().map(|key| self.memory.borrow().get(key).cloned()).collect();
            if in_memory.iter().all(Option::is_some) {
                return Ok(in_memory);
            }
            let of_device = self.device.read_all(keys).await?;
            Ok(in_memory.into_iter().zip(of_device).map(|(in_memory, of_device)| in_memory.or(of_device)).collect())
        })
    }

    fn read_batch<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
    ) -> LocalBoxFuture<'a, Result<Records, StoreError>> {
        Box::pin(async move {
            let of_device = self.device.read_batch(prefix, after).await?;
            let from = after.map_or(Bound::Included(prefix), Bound::Excluded);
            // After the last batch of the device, only memory has records.
            let end = of_device.last().map_or(Bound::Unbounded, |(key, _)| Bound::Included(key.clone()));
            let mut batch = SortedMap::new();
            batch.extend(of_device);
            let memory = self.memory.borrow();
            let in_memory = memory.range::<str>((from, end.as_ref().map(String::as_str)));
            let in_memory = in_memory.take_while(|(key, _)| key.starts_with(prefix));
            batch.extend(in_memory.map(|(key, record)| (key.clone(), record.clone())));
            Ok(batch.into_iter().collect())
        })
    }

    fn write(&self, changes: Changes) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            if !self.is_full() {
                match self.device.write(changes.clone()).await {
                    Err(StoreError::Full) => self.is_full.set(true),
                    result => return result,
                }
            }
            self.write_to_memory(changes).await
        })
    }

    fn keys(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            let mut keys = self.device.keys().await?;
            let memory = self.memory.borrow();
            keys.retain(|key| !memory.contains_key(key));
            keys.extend(memory.keys().cloned());
            Ok(keys)
        })
    }

    fn clear(&self) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.memory.borrow_mut().clear();
            self.device.clear().await
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::MemoryStore;

    fn run<T>(future: impl Future<Output = T>) -> T {
        future.now_or_never().unwrap()
    }

    fn put(key: &str, length: usize) -> Changes {
        Changes { put: vec![(key.to_owned(), vec![7; length])], ..Changes::default() }
    }

    #[test]
    fn what_a_full_device_does_not_take_is_read_from_memory() {
        let device = Rc::new(MemoryStore::with_capacity(10));
        let store = OverflowStore::new(device.clone());
        run(store.write(put(record::MISSING_RUNS, 2))).unwrap();
        run(store.write(put("a", 8))).unwrap();
        assert!(!store.is_full());
        run(store.write(put("b", 9))).unwrap();
        assert!(store.is_full());
        assert_eq!(run(store.read("b")).unwrap(), Some(vec![7; 9]));
        assert_eq!(run(store.read("a")).unwrap(), Some(vec![7; 8]));
        let keys = ["b", "absent", "a"].map(str::to_owned).to_vec();
        assert_eq!(run(store.read_all(keys)).unwrap(), [Some(vec![7; 9]), None, Some(vec![7; 8])]);
        assert_eq!(run(store.keys()).unwrap(), ["a", "b"]);
        assert_eq!(run(device.keys()).unwrap(), ["a"]);
        let batch =
            |after| run(store.read_batch("", after)).unwrap().into_iter().map(|(key, _)| key).collect::<Vec<_>>();
        assert_eq!(
            (batch(None), batch(Some("a")), batch(Some("b"))),
            (vec!["a".to_owned()], vec!["b".to_owned()], vec![])
        );
    }

    #[test]
    fn a_record_is_deleted_wherever_it_is() {
        let store = OverflowStore::new(Rc::new(MemoryStore::with_capacity(8)));
        run(store.write(put("a", 8))).unwrap();
        run(store.write(put("b", 1))).unwrap();
        run(store.write(Changes { delete: vec!["a".to_owned(), "b".to_owned()], put: Vec::new() })).unwrap();
        assert_eq!(run(store.keys()).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn nothing_is_left_after_clearing() {
        let store = OverflowStore::new(Rc::new(MemoryStore::with_capacity(8)));
        run(store.write(put("a", 8))).unwrap();
        run(store.write(put("b", 1))).unwrap();
        run(store.clear()).unwrap();
        assert_eq!(run(store.keys()).unwrap(), Vec::<String>::new());
    }
}
