//! Reads and writes the properties of small objects. serde-wasm-bindgen would add 11 kB (Brotli) to the package.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

/// Returns a property. `undefined` when it is absent.
pub(crate) fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or_default()
}

/// Returns a text. `None` when it is absent or of another type.
pub(crate) fn text(object: &JsValue, name: &str) -> Option<String> {
    get(object, name).as_string()
}

/// Returns a number. `None` when it is absent or of another type.
pub(crate) fn number(object: &JsValue, name: &str) -> Option<f64> {
    get(object, name).as_f64()
}

/// Sets a property.
pub(crate) fn set(object: &Object, name: &str, value: impl Into<JsValue>) {
    // Only a frozen object refuses it.
    let _ = Reflect::set(object, &JsValue::from_str(name), &value.into());
}
