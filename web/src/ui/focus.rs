//! Moving the focus when the focused element disappears.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Moves the focus to the first element that a CSS selector finds, once the page has changed.
pub fn focus_later(selector: &str) {
    let selector = selector.to_owned();
    // A closing dialog first returns the focus to the element that opened it, and the page is inert until then.
    request_animation_frame(move || {
        focus(document().query_selector(&selector));
    });
}

/// Moves the focus from a row that is about to disappear to the link of the next one, or of the one before. From the only
/// row, it goes to the title of the page. The focus must be in the row, or return to it when an open dialog closes.
pub fn focus_next_row() {
    let row = || document().active_element().and_then(|element| element.closest("tr").ok().flatten());
    let row_now = row();
    request_animation_frame(move || {
        let link = row_now.or_else(row).and_then(|row| {
            link_beyond(row.clone(), web_sys::Element::next_element_sibling)
                .or_else(|| link_beyond(row, web_sys::Element::previous_element_sibling))
        });
        focus(link.map_or_else(|| document().query_selector("h1"), |link| Ok(Some(link))));
    });
}

// The link of the nearest row in one direction that is not hidden.
fn link_beyond(
    mut row: web_sys::Element,
    next: fn(&web_sys::Element) -> Option<web_sys::Element>,
) -> Option<web_sys::Element> {
    loop {
        row = next(&row)?;
        if !row.has_attribute("hidden")
            && let Ok(Some(link)) = row.query_selector("a")
        {
            return Some(link);
        }
    }
}

pub(super) fn focus(element: Result<Option<web_sys::Element>, wasm_bindgen::JsValue>) {
    if let Ok(Some(element)) = element {
        let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}
