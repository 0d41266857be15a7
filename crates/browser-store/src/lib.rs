//! Where a browser keeps answers: IndexedDB, encrypted with WebCrypto and compressed by the browser itself.
//!
//! It works in pages and in workers. Natively, this crate is empty.
//!
//! 1. A worker deletes the databases of ended sessions with [`forget_others`].
//! 2. It opens an [`IndexedDbStore`] with the [`database_name`] of the session, and wraps it in an [`EncryptedStore`] with
//!    the session's key.
//! 3. It opens an [`AnswerStore`](answerdeck_answer_store::AnswerStore) with it and with [`BrowserCompression`].
//! 4. When the store is [`Evicted`](StoreError::Evicted) and the session still lasts, it opens it again. When it is
//!    [`Broken`](StoreError::Broken), [`delete_database`] helps, or a store in memory.
//!
//! docs/decisions/0051-browser-store.md has the reasons.
#![cfg(target_arch = "wasm32")]

mod compression;
mod connection;
mod databases;
mod encrypted_store;
mod indexed_db;
mod lock;
mod platform;
mod quota;
#[cfg(test)]
mod tests;

#[cfg(doc)]
use answerdeck_answer_store::StoreError;

pub use compression::BrowserCompression;
pub use databases::{DATABASE_PREFIX, database_name, delete_database, forget_others, list_databases};
pub use encrypted_store::EncryptedStore;
pub use indexed_db::IndexedDbStore;
pub use lock::DatabaseInUse;
pub use quota::{StorageEstimate, estimate_storage, request_persistence};
