//! The browser's interfaces, in pages and in workers.

use answerdeck_answer_store::StoreError;
use js_sys::{Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Crypto, IdbFactory, StorageManager};

/// Returns the databases of this origin.
///
/// # Errors
/// [`StoreError::Broken`] if the browser has none, blocks them, or does not list them: those of ended sessions could not
/// be found and deleted.
pub(crate) fn indexed_db() -> Result<IdbFactory, StoreError> {
    let factory: IdbFactory = property(&js_sys::global(), "indexedDB")?;
    match Reflect::has(&factory, &"databases".into()) {
        Ok(true) => Ok(factory),
        _ => Err(missing("list of databases")),
    }
}

/// Returns WebCrypto.
///
/// # Errors
/// [`StoreError::Broken`] outside a secure context.
pub(crate) fn crypto() -> Result<Crypto, StoreError> {
    let crypto: Crypto = property(&js_sys::global(), "crypto")?;
    property::<JsValue>(&crypto, "subtle")?;
    Ok(crypto)
}

/// Returns the storage manager. `None` outside a secure context.
pub(crate) fn storage_manager() -> Option<StorageManager> {
    let navigator: JsValue = property(&js_sys::global(), "navigator").ok()?;
    property(&navigator, "storage").ok()
}

/// Returns the locks of this origin.
///
/// # Errors
/// [`StoreError::Broken`] outside a secure context.
pub(crate) fn lock_manager() -> Result<LockManager, StoreError> {
    let navigator: JsValue = property(&js_sys::global(), "navigator")?;
    property(&navigator, "locks")
}

// `LockManager` is unstable in web-sys.
#[wasm_bindgen]
extern "C" {
    pub(crate) type LockManager;

    #[wasm_bindgen(method)]
    pub(crate) fn request(this: &LockManager, name: &str, options: &JsValue, callback: &JsValue) -> Promise;
}

/// Returns a part of an object of the browser. Some browsers throw for parts that they block.
fn property<T: JsCast>(object: &JsValue, name: &str) -> Result<T, StoreError> {
    let found = Reflect::get(object, &name.into()).ok().filter(JsValue::is_object);
    found.map(JsCast::unchecked_into).ok_or_else(|| missing(name))
}

fn missing(name: &str) -> StoreError {
    StoreError::Broken(["the browser has no ", name].concat())
}

/// Returns a text in an object of the browser. Empty when there is none.
pub(crate) fn text(object: &JsValue, name: &str) -> String {
    Reflect::get(object, &name.into()).ok().and_then(|text| text.as_string()).unwrap_or_default()
}

/// Converts a failure of the browser into an error of the store.
pub(crate) fn failure(error: &JsValue) -> StoreError {
    match text(error, "name").as_str() {
        "QuotaExceededError" => StoreError::Full,
        name => StoreError::Broken([name, ": ", &text(error, "message")].concat()),
    }
}
