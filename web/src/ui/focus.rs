//! Moving the focus when the focused element disappears.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Moves the focus to the first element that a CSS selector finds, once the page has changed.
pub fn focus_later(selector: &'static str) {
    // A closing dialog first returns the focus to the element that opened it, and the page is inert until then.
    request_animation_frame(move || {
        focus(document().query_selector(selector));
    });
}

/// Moves the focus from a row that is about to disappear to the link of the next one, or of the one before. From the only
/// row, it goes to the title of the page. The focus must be in the row once an open dialog has closed.
pub fn focus_next_row() {
    request_animation_frame(|| {
        let row = document().active_element().and_then(|element| element.closest("tr").ok().flatten());
        let neighbors =
            row.map(|row| [row.next_element_sibling(), row.previous_element_sibling()]).into_iter().flatten().flatten();
        let link = neighbors.filter_map(|row| row.query_selector("a").ok().flatten()).next();
        focus(link.map_or_else(|| document().query_selector("h1"), |link| Ok(Some(link))));
    });
}

fn focus(element: Result<Option<web_sys::Element>, wasm_bindgen::JsValue>) {
    if let Ok(Some(element)) = element {
        let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}
