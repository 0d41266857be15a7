//! Web Locks: locks that all pages and workers of an origin share.
//!
//! Source: W3C Web Locks API.

use std::cell::Cell;
use std::rc::Rc;

use futures_channel::oneshot;
use futures_core::future::LocalBoxFuture;
use js_sys::Promise;
use wasm_bindgen::{JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};

use super::{Lock, Locks};
use crate::global_scope::{LockManager, global_scope};

/// The locks of this origin.
pub(crate) struct WebLocks(LockManager);

impl WebLocks {
    /// `None` without a secure context, which Web Locks need, and without an origin: the locks of Node and Deno are those of a
    /// process, whose clients may belong to different organizations.
    pub(crate) fn new() -> Option<Self> {
        global_scope().location().ok()??;
        global_scope().navigator()?.locks().map(Self)
    }
}

impl Locks for WebLocks {
    fn lock(&self, name: &str) -> LocalBoxFuture<'static, Lock> {
        let lock = request(&self.0, name, false);
        // A browser that grants no locks does not stop the client.
        Box::pin(async move { lock.await.unwrap_or_else(|| Box::new(())) })
    }

    fn try_lock(&self, name: &str) -> LocalBoxFuture<'static, Option<Lock>> {
        Box::pin(request(&self.0, name, true))
    }
}

/// Requests a lock. `None` when it is not granted.
fn request(locks: &LockManager, name: &str, if_available: bool) -> impl Future<Output = Option<Lock>> + 'static {
    let (sender, receiver) = oneshot::channel::<Option<LockGuard>>();
    let sender = Rc::new(Cell::new(Some(sender)));
    let granted = sender.clone();
    // The browser calls this when it grants the lock, and holds the lock until the promise settles. If the caller has
    // stopped waiting, the guard is dropped immediately, which releases the lock.
    let callback = Closure::once_into_js(move |lock: JsValue| -> Promise {
        let (release, released) = oneshot::channel::<()>();
        if let Some(sender) = granted.take() {
            let _ = sender.send((!lock.is_null()).then(|| LockGuard { _release: release }));
        }
        future_to_promise(async move {
            let _ = released.await;
            Ok(JsValue::UNDEFINED)
        })
    });
    let options = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&options, &"ifAvailable".into(), &if_available.into());
    if let Ok(promise) = locks.request(name, &options, &callback) {
        spawn_local(async move {
            let _ = JsFuture::from(promise).await;
            // A browser that refuses the request does not call the callback, so the wait ends here.
            drop(sender.take());
        });
    }
    async move { receiver.await.ok().flatten().map(|guard| Box::new(guard) as Lock) }
}

/// Dropping the sender settles the promise, which releases the lock.
struct LockGuard {
    _release: oneshot::Sender<()>,
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    #[wasm_bindgen_test]
    async fn a_held_lock_is_not_taken_twice() {
        let locks = WebLocks::new().unwrap();
        let held = locks.try_lock("answerdeck.try").await;
        assert!(held.is_some());
        assert!(locks.try_lock("answerdeck.try").await.is_none());
        drop(held);
        // The browser releases it a little later, and grants it in order.
        drop(locks.lock("answerdeck.try").await);
    }

    #[wasm_bindgen_test]
    async fn a_name_that_the_browser_refuses_does_not_stop_the_client() {
        let locks = WebLocks::new().unwrap();
        // Names that begin with a hyphen are reserved.
        assert!(locks.try_lock("-answerdeck").await.is_none());
        locks.lock("-answerdeck").await;
    }
}
