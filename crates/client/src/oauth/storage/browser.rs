//! `sessionStorage`, `localStorage` and Web Locks.

use futures_channel::oneshot;
use futures_core::future::LocalBoxFuture;
use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::future_to_promise;

use super::{Area, Lock, Storage, StorageBlocked};

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
