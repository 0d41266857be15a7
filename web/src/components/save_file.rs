//! Handing a file to the person.

use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

/// Saves a text as a file. `kind` is its media type; the text is UTF-8. `false` when the browser does not let it.
pub fn save_file(name: &str, kind: &str, text: &str) -> bool {
    let save = || {
        let options = web_sys::BlobPropertyBag::new();
        options.set_type(kind);
        let parts = Array::of1(&JsValue::from_str(text));
        let file = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
        let address = web_sys::Url::create_object_url_with_blob(&file).ok()?;
        let link = document().create_element("a").ok()?.dyn_into::<web_sys::HtmlAnchorElement>().ok()?;
        link.set_href(&address);
        link.set_download(name);
        link.click();
        web_sys::Url::revoke_object_url(&address).ok()
    };
    save().is_some()
}
