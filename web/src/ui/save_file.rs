use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

/// Downloads a UTF-8 text as a file. Returns `false` if the browser refuses.
pub fn save_file(name: &str, media_type: &str, text: &str) -> bool {
    save_parts(name, media_type, &Array::of1(&JsValue::from_str(text)))
}

/// A part of a file, kept outside the memory of the page. `None` if the browser refuses.
pub fn file_part(text: &str) -> Option<JsValue> {
    web_sys::Blob::new_with_str_sequence(&Array::of1(&JsValue::from_str(text))).ok().map(JsValue::from)
}

/// Downloads parts, which are texts or from [`file_part`], as one file. Returns `false` if the browser refuses.
pub fn save_parts(name: &str, media_type: &str, parts: &Array) -> bool {
    let save = || {
        let options = web_sys::BlobPropertyBag::new();
        options.set_type(media_type);
        let file = web_sys::Blob::new_with_blob_sequence_and_options(parts, &options).ok()?;
        let address = web_sys::Url::create_object_url_with_blob(&file).ok()?;
        save_from(name, &address);
        web_sys::Url::revoke_object_url(&address).ok()
    };
    save().is_some()
}

/// Downloads an address of this page, such as one that contains a picture.
pub fn save_from(name: &str, address: &str) {
    let link = document().create_element("a").map(JsCast::unchecked_into::<web_sys::HtmlAnchorElement>);
    if let Ok(link) = link {
        link.set_href(address);
        link.set_download(name);
        link.click();
    }
}
