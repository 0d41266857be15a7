//! Where records are kept: in a browser IndexedDB, in tests the memory.

mod memory;
mod overflow;

use futures_core::future::LocalBoxFuture;

pub use memory::MemoryStore;
pub use overflow::OverflowStore;

/// Records by key, for one platform and organization.
///
/// A store knows nothing of its records. An implementation may encrypt them.
pub trait Store {
    /// Reads a record. `None` when there is none with this key.
    ///
    /// # Errors
    /// [`StoreError::Evicted`] or [`StoreError::Broken`].
    fn read<'a>(&'a self, key: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>>;

    /// Makes all changes or none, also when the future is dropped or the device fails.
    ///
    /// # Errors
    /// [`StoreError`]. Nothing has changed then.
    fn write(&self, changes: Changes) -> LocalBoxFuture<'_, Result<(), StoreError>>;

    /// Returns the keys of all records, in any order.
    ///
    /// # Errors
    /// [`StoreError::Evicted`] or [`StoreError::Broken`].
    fn keys(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>>;

    /// Deletes all records.
    ///
    /// # Errors
    /// [`StoreError::Evicted`] or [`StoreError::Broken`].
    fn clear(&self) -> LocalBoxFuture<'_, Result<(), StoreError>>;
}

/// Changes of records that belong together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Keys whose records are deleted, before others are put. A key without a record is no error.
    pub delete: Vec<String>,
    /// Keys with the records that they get.
    pub put: Vec<(String, Vec<u8>)>,
}

/// A store that cannot do as asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The device gives the store no more space.
    #[error("the device has no space left for kept answers")]
    Full,
    /// The browser deleted the store, or the user did. A newly opened store is empty.
    #[error("the browser deleted the kept answers")]
    Evicted,
    /// The store fails for another reason.
    #[error("the store of kept answers failed: {0}")]
    Broken(String),
}
