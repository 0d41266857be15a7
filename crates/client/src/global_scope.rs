//! The global scope of JavaScript: a page, a worker or a program without a browser. Each has other properties.

use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

// `web_sys::window` exists in pages only, and `LockManager` is unstable in web-sys.
#[wasm_bindgen]
extern "C" {
    /// `globalThis`.
    #[wasm_bindgen(extends = web_sys::EventTarget)]
    pub(crate) type GlobalScope;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn fetch(this: &GlobalScope, request: &web_sys::Request) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn performance(this: &GlobalScope) -> Option<web_sys::Performance>;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn document(this: &GlobalScope) -> Option<web_sys::Document>;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn navigator(this: &GlobalScope) -> Option<Navigator>;

    // Deno throws without a location.
    #[wasm_bindgen(method, getter, catch)]
    pub(crate) fn location(this: &GlobalScope) -> Result<Option<js_sys::Object>, JsValue>;

    // A browser that blocks storage throws.
    #[wasm_bindgen(method, getter, catch, js_name = sessionStorage)]
    pub(crate) fn session_storage(this: &GlobalScope) -> Result<Option<web_sys::Storage>, JsValue>;

    #[wasm_bindgen(method, getter, catch, js_name = localStorage)]
    pub(crate) fn local_storage(this: &GlobalScope) -> Result<Option<web_sys::Storage>, JsValue>;

    pub(crate) type Navigator;

    #[wasm_bindgen(method, getter, js_name = onLine)]
    pub(crate) fn on_line(this: &Navigator) -> Option<bool>;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn locks(this: &Navigator) -> Option<LockManager>;

    pub(crate) type LockManager;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn request(
        this: &LockManager,
        name: &str,
        options: &js_sys::Object,
        callback: &JsValue,
    ) -> Result<Promise, JsValue>;
}

pub(crate) fn global_scope() -> GlobalScope {
    js_sys::global().unchecked_into()
}
