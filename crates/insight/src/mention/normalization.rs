//! Unicode normalization: of the browser in WebAssembly, which saves the tables, and of a library elsewhere.

/// A text in Unicode NFKC.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn nfkc(text: &str) -> String {
    unicode_normalization::UnicodeNormalization::nfkc(text).collect()
}

/// A text in Unicode NFKC.
#[cfg(target_arch = "wasm32")]
pub(super) fn nfkc(text: &str) -> String {
    js_sys::JsString::from(text).normalize("NFKC").into()
}
