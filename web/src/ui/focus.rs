use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

/// Moves the focus to the first element that a CSS selector finds, once the page has changed.
pub fn focus_later(selector: &str) {
    let selector = selector.to_owned();
    // A closing dialog first returns the focus to the element that opened it, and the page is inert until then.
    request_animation_frame(move || focus(found(&selector)));
}

/// Moves the focus to the title of the page once the page has changed, unless its header has it: a link to the next item stays there.
pub fn focus_title_later() {
    request_animation_frame(|| {
        if let Ok(None) = document().active_element().map_or(Ok(None), |focused| focused.closest(".page-header")) {
            focus_or_title(None);
        }
    });
}

/// Moves the focus to the title of the page if the element that has it is gone once the page has changed.
pub fn keep_focus() {
    if !is_lost() {
        request_animation_frame(|| {
            if is_lost() {
                focus_or_title(None);
            }
        });
    }
}

/// Moves the focus from a row or list item that is about to disappear to the first link or button of the next one, or of the one
/// before. From the only one, it goes to the title of the page. The focus must be in it, or return to it when an open dialog closes.
pub fn focus_next_row() {
    let row = || document().active_element().and_then(|element| element.closest("tr, li").ok().flatten());
    let row_now = row();
    request_animation_frame(move || {
        let control = row_now.or_else(row).and_then(|row| {
            control_beyond(row.clone(), "a, button", Element::next_element_sibling)
                .or_else(|| control_beyond(row, "a, button", Element::previous_element_sibling))
        });
        focus_or_title(control);
    });
}

/// Moves the focus from a button below a table or list to the first link, button or checkbox of the rows that it adds.
pub fn focus_added_row() {
    let below = document().active_element().and_then(|button| button.closest(".inline-actions").ok().flatten());
    let last = below.and_then(last_row_above);
    request_animation_frame(move || focus(last.and_then(control_after)));
}

/// The last row of the table or list above its end, if the focus is in the end.
pub fn last_row_above_focus(end: Element) -> Option<Element> {
    let focused = document().active_element();
    last_row_above(end.clone()).filter(|_| end.contains(focused.as_deref()))
}

/// Moves the focus from the end of a list, or from what has disappeared there, to the first link, button or checkbox of the rows that
/// were added after one. Without any, to the button at the end.
pub fn focus_row_after(row: Element, end: Element) {
    request_animation_frame(move || {
        if is_lost() || end.contains(document().active_element().as_deref()) {
            focus(control_after(row).or_else(|| end.query_selector("button").ok().flatten()));
        }
    });
}

fn last_row_above(below: Element) -> Option<Element> {
    std::iter::successors(Some(below), Element::previous_element_sibling)
        .find_map(|part| part.query_selector("tbody > tr:last-of-type, :scope > li:last-of-type").ok().flatten())
}

fn control_after(row: Element) -> Option<Element> {
    control_beyond(row, "a, button, input", Element::next_element_sibling)
}

/// Moves the focus to the first invalid field within an element.
pub fn focus_invalid_field(within: Element) {
    // Invalid fields are marked after the signals have settled.
    request_animation_frame(move || {
        let field = within.query_selector("[aria-invalid=true]").ok().flatten();
        // A screen reader says the message only of a field that gets the focus.
        if let Some(focused) = document().active_element().filter(|focused| Some(focused) == field.as_ref()) {
            let _ = focused.unchecked_into::<HtmlElement>().blur();
        }
        focus(field);
    });
}

// The first of the controls in the nearest row in one direction that is not hidden and has one.
fn control_beyond(mut row: Element, controls: &str, next: fn(&Element) -> Option<Element>) -> Option<Element> {
    loop {
        row = next(&row)?;
        if !row.has_attribute("hidden")
            && let Ok(Some(control)) = row.query_selector(controls)
        {
            return Some(control);
        }
    }
}

fn is_lost() -> bool {
    document().active_element().is_none_or(|focused| focused.tag_name() == "BODY")
}

fn found(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

/// Moves the focus to an element, or to the title of the page if there is none.
pub(super) fn focus_or_title(element: Option<Element>) {
    focus(element.or_else(|| found("h1")));
}

/// Scrolls an element into view, unless it is there.
pub fn show(element: &Element) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Scrolls an element into view once the page has changed.
pub fn show_later(element: &Element) {
    let element = element.clone();
    request_animation_frame(move || show(&element));
}

pub(super) fn focus(element: Option<Element>) {
    if let Some(element) = element {
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}
