//! Unicode normalization and case: of the browser in WebAssembly, which saves the tables, and of libraries elsewhere.

/// A text in Unicode NFKC.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn nfkc(text: &str) -> String {
    unicode_normalization::UnicodeNormalization::nfkc(text).collect()
}

/// The lower case of each letter of a text. That of a whole word would end with `ς`.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn lower_case(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn upper_case(text: &str) -> String {
    text.to_uppercase()
}

/// A text in Unicode NFKC.
#[cfg(target_arch = "wasm32")]
pub(super) fn nfkc(text: &str) -> String {
    js_sys::JsString::from(text).normalize("NFKC").into()
}

/// The lower case of each letter of a text. That of a whole word would end with `ς`.
#[cfg(target_arch = "wasm32")]
pub(super) fn lower_case(text: &str) -> String {
    text.chars().map(|letter| String::from(js_sys::JsString::from(letter).to_lower_case())).collect()
}

#[cfg(target_arch = "wasm32")]
pub(super) fn upper_case(text: &str) -> String {
    js_sys::JsString::from(text).to_upper_case().into()
}

/// A text with each mark as a letter of its own.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn decomposed(text: &str) -> String {
    unicode_normalization::UnicodeNormalization::nfkd(text).collect()
}

/// A text with each mark as a letter of its own.
#[cfg(target_arch = "wasm32")]
pub(super) fn decomposed(text: &str) -> String {
    js_sys::JsString::from(text).normalize("NFKD").into()
}
