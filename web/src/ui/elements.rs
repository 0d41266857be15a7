use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// The elements that a CSS selector finds, in their order on the page.
pub fn elements(selector: &str) -> Vec<Element> {
    let Ok(found) = document().query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok()).collect()
}

pub fn texts_of(selector: &str) -> Vec<String> {
    elements(selector).iter().filter_map(|element| element.text_content()).collect()
}
