//! In-memory storage for tests and tools.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use futures_core::future::LocalBoxFuture;
use futures_util::lock::Mutex;

use super::{Lock, Storage, StorageArea, StorageBlocked};

/// In-memory storage that clones share as tabs do.
#[derive(Debug, Clone, Default)]
pub struct MemoryStorage {
    values: Rc<RefCell<HashMap<(StorageArea, String), String>>>,
    locks: Rc<RefCell<HashMap<String, Arc<Mutex<()>>>>>,
}

impl Storage for MemoryStorage {
    fn get(&self, area: StorageArea, key: &str) -> Option<String> {
        self.values.borrow().get(&(area, key.to_owned())).cloned()
    }

    fn set(&self, area: StorageArea, key: &str, value: &str) -> Result<(), StorageBlocked> {
        self.values.borrow_mut().insert((area, key.to_owned()), value.to_owned());
        Ok(())
    }

    fn remove(&self, area: StorageArea, key: &str) {
        self.values.borrow_mut().remove(&(area, key.to_owned()));
    }

    fn lock(&self, name: &str) -> LocalBoxFuture<'static, Lock> {
        let lock = self.locks.borrow_mut().entry(name.to_owned()).or_default().clone();
        Box::pin(async move { Box::new(lock.lock_owned().await) as Lock })
    }
}
