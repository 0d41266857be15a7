//! `sessionStorage`, `localStorage` and Web Locks.

use futures_core::future::LocalBoxFuture;

use super::{Lock, Storage, StorageArea, StorageBlocked};
use crate::global_scope::global_scope;
use crate::transport::Locks as _;
use crate::transport::web_locks::WebLocks;

/// The storage of a page in a browser.
#[derive(Debug, Clone, Copy, Default)]
pub struct BrowserStorage;

fn web_storage(area: StorageArea) -> Option<web_sys::Storage> {
    match area {
        StorageArea::Tab => global_scope().session_storage(),
        StorageArea::Device => global_scope().local_storage(),
    }
    .ok()
    .flatten()
}

impl Storage for BrowserStorage {
    fn get(&self, area: StorageArea, key: &str) -> Option<String> {
        web_storage(area)?.get_item(key).ok().flatten()
    }

    fn set(&self, area: StorageArea, key: &str, value: &str) -> Result<(), StorageBlocked> {
        web_storage(area).ok_or(StorageBlocked)?.set_item(key, value).map_err(|_| StorageBlocked)
    }

    fn remove(&self, area: StorageArea, key: &str) {
        if let Some(storage) = web_storage(area) {
            let _ = storage.remove_item(key);
        }
    }

    fn lock(&self, name: &str) -> LocalBoxFuture<'static, Lock> {
        match WebLocks::new() {
            Some(locks) => locks.lock(name),
            // Web Locks need a secure context. Elsewhere there is no lock between tabs.
            None => Box::pin(async { Box::new(()) as Lock }),
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use js_sys::Promise;
    use wasm_bindgen::JsValue;
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    #[wasm_bindgen_test]
    fn the_areas_do_not_share_values() {
        let key = "answerdeck.test";
        for (one, other) in [(StorageArea::Tab, StorageArea::Device), (StorageArea::Device, StorageArea::Tab)] {
            BrowserStorage.set(one, key, "값").unwrap();
            assert_eq!(BrowserStorage.get(one, key).as_deref(), Some("값"));
            assert_eq!(BrowserStorage.get(other, key), None);
            BrowserStorage.remove(one, key);
            assert_eq!(BrowserStorage.get(one, key), None);
        }
    }

    #[wasm_bindgen_test]
    async fn a_lock_has_one_holder_and_passes_to_the_next_when_dropped() {
        let first = BrowserStorage.lock("answerdeck.test").await;
        let mut second = BrowserStorage.lock("answerdeck.test");
        assert!((&mut second).now_or_never().is_none());
        assert_eq!(held_and_pending().await, (1, 1));
        drop(first);
        let second = second.await;
        assert_eq!(held_and_pending().await, (1, 0));
        drop(second);
    }

    #[wasm_bindgen_test]
    async fn a_caller_that_stops_waiting_does_not_hold_the_lock() {
        let first = BrowserStorage.lock("answerdeck.other").await;
        let mut cancelled = BrowserStorage.lock("answerdeck.other");
        assert!((&mut cancelled).now_or_never().is_none());
        drop(cancelled);
        drop(first);
        drop(BrowserStorage.lock("answerdeck.other").await);
    }

    /// Returns the numbers of held locks and pending requests of this test, as the browser reports them.
    async fn held_and_pending() -> (u32, u32) {
        let query = js_sys::eval("navigator.locks.query()").unwrap();
        let state = wasm_bindgen_futures::JsFuture::from(Promise::from(query)).await.unwrap();
        let count = |list: &str| {
            let list = js_sys::Array::from(&js_sys::Reflect::get(&state, &list.into()).unwrap());
            let name = |lock: &JsValue| js_sys::Reflect::get(lock, &"name".into()).unwrap().as_string();
            list.iter().filter(|lock| name(lock).as_deref() == Some("answerdeck.test")).count() as u32
        };
        (count("held"), count("pending"))
    }
}
