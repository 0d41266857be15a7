//! Downloading a text as a file.

use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

/// Downloads a UTF-8 text as a file. Returns `false` if the browser refuses.
pub fn save_file(name: &str, media_type: &str, text: &str) -> bool {
    let save = || {
        let options = web_sys::BlobPropertyBag::new();
        options.set_type(media_type);
        let contents = Array::of1(&JsValue::from_str(text));
        let file = web_sys::Blob::new_with_str_sequence_and_options(&contents, &options).ok()?;
        let address = web_sys::Url::create_object_url_with_blob(&file).ok()?;
        let link = document().create_element("a").ok()?.dyn_into::<web_sys::HtmlAnchorElement>().ok()?;
        link.set_href(&address);
        link.set_download(name);
        link.click();
        web_sys::Url::revoke_object_url(&address).ok()
    };
    save().is_some()
}
