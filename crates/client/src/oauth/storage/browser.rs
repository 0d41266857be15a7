//! `sessionStorage`, `localStorage` and Web Locks.

use futures_channel::oneshot;
use futures_core::future::LocalBoxFuture;
use gloo_timers::future::TimeoutFuture;
use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::future_to_promise;

use super::{Area, Lock, Storage, StorageBlocked};

/// Milliseconds that the browser holds a lock after its holder let go. What one tab stores reaches another by a way of its
/// own, and without this the lock could be there first: the other tab would use a token that is spent.
const LINGER: u32 = 100;

/// The storage of a page in a browser.
#[derive(Debug, Clone, Copy, Default)]
pub struct BrowserStorage;

fn area(area: Area) -> Option<web_sys::Storage> {
    let window = web_sys::window()?;
    match area {
        Area::Tab => window.session_storage(),
        Area::Device => window.local_storage(),
    }
    .ok()
    .flatten()
}

impl Storage for BrowserStorage {
    fn get(&self, place: Area, key: &str) -> Option<String> {
        area(place)?.get_item(key).ok().flatten()
    }

    fn set(&self, place: Area, key: &str, value: &str) -> Result<(), StorageBlocked> {
        area(place).ok_or(StorageBlocked)?.set_item(key, value).map_err(|_| StorageBlocked)
    }

    fn remove(&self, place: Area, key: &str) {
        if let Some(storage) = area(place) {
            let _ = storage.remove_item(key);
        }
    }

    fn lock(&self, name: &str) -> LocalBoxFuture<'static, Lock> {
        let name = name.to_owned();
        Box::pin(async move {
            // Only secure contexts have locks; elsewhere tabs do without.
            let Some(locks) = lock_manager() else { return Box::new(()) as Lock };
            let (granted, grant) = oneshot::channel::<Held>();
            let mut granted = Some(granted);
            // The browser calls this once it is our turn, and holds the lock until the promise is settled. When the
            // wait was dropped meanwhile, `Held` is dropped at once, and the lock with it.
            let callback = Closure::once_into_js(move |_lock: JsValue| -> Promise {
                let (release, released) = oneshot::channel::<()>();
                if let Some(granted) = granted.take() {
                    let _ = granted.send(Held { _release: release });
                }
                future_to_promise(async move {
                    let _ = released.await;
                    TimeoutFuture::new(LINGER).await;
                    Ok(JsValue::UNDEFINED)
                })
            });
            // The promise settles as the callback's does, which nobody waits for.
            let _ = locks.request(&name, callback.unchecked_ref());
            match grant.await {
                Ok(held) => Box::new(held) as Lock,
                Err(_) => Box::new(()) as Lock,
            }
        })
    }
}

/// Dropping the sender settles the promise that the browser holds the lock for.
struct Held {
    _release: oneshot::Sender<()>,
}

// `LockManager` is unstable in web-sys.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = js_sys::Object)]
    type LockManager;

    #[wasm_bindgen(method)]
    fn request(this: &LockManager, name: &str, callback: &js_sys::Function) -> Promise;
}

fn lock_manager() -> Option<LockManager> {
    let navigator = web_sys::window()?.navigator();
    let locks = js_sys::Reflect::get(&navigator, &JsValue::from_str("locks")).ok()?;
    locks.is_object().then(|| locks.unchecked_into())
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;

    #[wasm_bindgen_test]
    fn each_area_keeps_its_own_values() {
        let key = "answerdeck.test";
        for (one, other) in [(Area::Tab, Area::Device), (Area::Device, Area::Tab)] {
            BrowserStorage.set(one, key, "값").unwrap();
            assert_eq!(BrowserStorage.get(one, key).as_deref(), Some("값"));
            assert_eq!(BrowserStorage.get(other, key), None);
            BrowserStorage.remove(one, key);
            assert_eq!(BrowserStorage.get(one, key), None);
        }
    }

    #[wasm_bindgen_test]
    async fn a_lock_has_one_holder_and_the_next_one_gets_it_when_it_is_dropped() {
        let first = BrowserStorage.lock("answerdeck.test").await;
        let mut second = BrowserStorage.lock("answerdeck.test");
        assert!((&mut second).now_or_never().is_none());
        assert_eq!(held_and_awaited().await, (1, 1));
        drop(first);
        let second = second.await;
        assert_eq!(held_and_awaited().await, (1, 0));
        drop(second);
    }

    #[wasm_bindgen_test]
    async fn who_stops_waiting_for_a_lock_does_not_keep_it() {
        let first = BrowserStorage.lock("answerdeck.other").await;
        let mut left = BrowserStorage.lock("answerdeck.other");
        assert!((&mut left).now_or_never().is_none());
        drop(left);
        drop(first);
        drop(BrowserStorage.lock("answerdeck.other").await);
    }

    /// Locks of this test that are held, and requests that wait, as the browser sees them.
    async fn held_and_awaited() -> (u32, u32) {
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
