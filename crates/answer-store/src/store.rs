//! Where records are kept: IndexedDB in a browser, memory in tests.

mod memory;
mod overflow;

use futures_core::future::LocalBoxFuture;
use futures_util::FutureExt;

pub use memory::MemoryStore;
pub use overflow::OverflowStore;

/// The bytes of records after which a [batch](Store::read_batch) ends.
pub const BATCH_BYTES: usize = 4 * 1024 * 1024;

/// Records with their keys.
pub type Records = Vec<(String, Vec<u8>)>;

/// Records by key, for one platform and organization. Keys are ASCII.
///
/// A store does not interpret its records. An implementation may encrypt them. A damaged record may be read as other
/// bytes, so its reader has to detect the damage.
pub trait Store {
    /// Reads the records of keys at once, in the order of the keys. `None` for a key without a record.
    ///
    /// # Errors
    /// [`StoreError::Evicted`] or [`StoreError::Broken`].
    fn read_all(&self, keys: Vec<String>) -> LocalBoxFuture<'_, Result<Vec<Option<Vec<u8>>>, StoreError>>;

    /// Reads a record. `None` when there is none with this key.
    ///
    /// # Errors
    /// As those of [`read_all`](Self::read_all).
    fn read(&self, key: &str) -> LocalBoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        let read = self.read_all(vec![key.to_owned()]);
        Box::pin(read.map(|records| Ok(records?.pop().flatten())))
    }

    /// Reads the records whose keys begin with `prefix`, in the order of their keys: those after the key `after`, or from the
    /// first on. A batch ends with the record that completes [`BATCH_BYTES`]. It is empty when no record is left.
    ///
    /// # Errors
    /// [`StoreError::Evicted`] or [`StoreError::Broken`].
    fn read_batch<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
    ) -> LocalBoxFuture<'a, Result<Records, StoreError>>;

    /// Makes all changes or none, even if the future is dropped or the device fails.
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
    /// Keys whose records are deleted, before others are put. A key without a record is not an error.
    pub delete: Vec<String>,
    /// Keys with the records that they get.
    pub put: Records,
}

/// Why a store cannot read or write.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The device has no space left for the store.
    #[error("the device has no space left for kept answers")]
    Full,
    /// The browser deleted the store, or the user did. A newly opened store is empty.
    #[error("the browser deleted the kept answers")]
    Evicted,
    /// The store fails for another reason.
    #[error("the store of kept answers failed: {0}")]
    Broken(String),
}
