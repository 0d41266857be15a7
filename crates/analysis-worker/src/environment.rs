//! What the worker needs from a browser.

use std::any::Any;
use std::rc::Rc;

use answerdeck_analysis::{FromWorker, StoreSecret};
use answerdeck_answer_store::{Compression, Store, StoreError};
use answerdeck_client::transport::Transport;
use futures_core::future::LocalBoxFuture;

/// Holds something until it is dropped.
pub type Guard = Box<dyn Any>;

/// An opened store.
pub struct OpenedStore {
    /// The store.
    pub store: Rc<dyn Store>,
    /// Whether an earlier store could not be opened and was deleted.
    pub is_rebuilt: bool,
}

/// The environment of a worker.
pub trait Environment {
    /// Sends a message to the page.
    fn post(&self, message: &FromWorker);

    /// The network and the clocks.
    fn transport(&self) -> Rc<dyn Transport>;

    /// How texts are compressed.
    fn compression(&self) -> Rc<dyn Compression>;

    /// Opens the store of a session, and starts to delete the stores that no worker uses.
    ///
    /// # Errors
    /// [`StoreError`] if the browser keeps nothing.
    fn open_store<'a>(&'a self, secret: &'a StoreSecret) -> LocalBoxFuture<'a, Result<OpenedStore, StoreError>>;

    /// Starts to delete the stores that no worker uses: their sessions have ended. Nothing waits for it.
    fn delete_unused(&self);

    /// Deletes the store of a session.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be deleted now.
    fn delete_store<'a>(&'a self, secret: &'a StoreSecret) -> LocalBoxFuture<'a, Result<(), StoreError>>;

    /// Waits until no other tab synchronizes the store of a session. This tab may synchronize it for as long as it
    /// holds the guard.
    fn lock_sync(&self, secret: &StoreSecret) -> LocalBoxFuture<'static, Guard>;

    /// Sends a text to the workers of other tabs with the same store.
    fn tell_peers(&self, text: &str);

    /// Returns the seconds that the device's zone is ahead of UTC at a time in milliseconds since 1970.
    fn utc_offset(&self, time: i64) -> i32;

    /// Returns the name of the device's zone, as in `Asia/Seoul`.
    fn time_zone(&self) -> String;
}
