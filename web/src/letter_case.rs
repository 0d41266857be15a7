/// Returns a text in lower case. The browser has the tables for this, so the program does without them.
#[cfg(target_arch = "wasm32")]
pub fn lower_case(text: &str) -> String {
    js_sys::JsString::from(text).to_lower_case().into()
}

#[cfg(not(target_arch = "wasm32"))]
pub fn lower_case(text: &str) -> String {
    text.to_lowercase()
}
