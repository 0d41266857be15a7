//! Keyboard shortcuts, and the dialog that lists them. Its content is loaded when it is first opened.

use std::cell::Cell;

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::links::{all_links, use_link_filter};
use super::shortcut_list;
use crate::local_settings::{SettingKey, load};
use crate::locale::t;
use crate::overlay::{PALETTE_OPEN, SHORTCUTS_OPEN};
use crate::router::use_router;
use crate::ui::LazyDialog;

/// The elements in which a key is not a shortcut.
const KEYS_TAKEN: &str = "input:not([type=checkbox], [type=radio]), textarea, select, dialog, [popover]:popover-open";

/// Handles shortcuts and holds the dialog that lists them.
#[component]
pub fn Shortcuts() -> AnyView {
    let open: RwSignal<bool> = SHORTCUTS_OPEN.clone().into();
    let enabled = RwSignal::new(load(SettingKey::Shortcuts).as_deref() != Some("off"));
    let (router, filter) = (use_router(), use_link_filter());
    let after_g = Cell::new(false);
    let listener = window_event_listener(ev::keydown, move |event| {
        let was_after_g = after_g.replace(false);
        if is_palette_key(&event) {
            event.prevent_default();
            PALETTE_OPEN.set(true);
            return;
        }
        if !enabled.get_untracked() || !is_shortcut(&event) {
            return;
        }
        let key = key_of(&event);
        if was_after_g {
            if let Some((page, ..)) = all_links().find(|(.., letter)| *letter == key) {
                event.prevent_default();
                router.navigate(&untrack(|| filter.address(page)), false);
            }
            return;
        }
        match key.as_str() {
            "?" => open.set(true),
            "g" => after_g.set(true),
            "/" => with_target("[data-shortcut=search]", &event, |element| {
                let _ = element.focus();
            }),
            "n" => with_target("[data-shortcut=new]", &event, |element| element.click()),
            "j" => with_target("a[rel=next]", &event, |element| element.click()),
            "k" => with_target("a[rel=prev]", &event, |element| element.click()),
            _ => {}
        }
    });
    on_cleanup(move || listener.remove());

    view! {
        <LazyDialog open load=shortcut_list::load title=t(|t| t.frame().shortcuts) let:list>
            {list(enabled)}
        </LazyDialog>
    }
    .into_any()
}

// Ctrl+K or ⌘+K, even in a text field, but not above another dialog.
fn is_palette_key(event: &KeyboardEvent) -> bool {
    (event.ctrl_key() || event.meta_key())
        && !(event.alt_key() || event.shift_key() || event.is_composing() || event.default_prevented())
        && event.key().eq_ignore_ascii_case("k")
        && document().query_selector("dialog[open]").ok().flatten().is_none()
}

// Whether a key counts as a shortcut: pressed alone, outside text fields and lists, with no dialog open. Checkboxes take Space and
// radio buttons take the arrow keys, which are not shortcuts.
fn is_shortcut(event: &KeyboardEvent) -> bool {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing() || event.default_prevented() {
        return false;
    }
    let typing = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .and_then(|element| element.closest(KEYS_TAKEN).ok().flatten());
    typing.is_none() && document().query_selector("dialog[open]").ok().flatten().is_none()
}

// The character of a key, with a Korean keyboard that of the Latin letter on it.
fn key_of(event: &KeyboardEvent) -> String {
    let key = event.key();
    match event.code().strip_prefix("Key") {
        Some(letter) if !key.is_ascii() => letter.to_ascii_lowercase(),
        _ => key,
    }
}

// Acts on the first element of the page that a CSS selector finds.
fn with_target(selector: &str, event: &KeyboardEvent, act: fn(web_sys::HtmlElement)) {
    let found = document().query_selector(selector).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into().ok()) {
        event.prevent_default();
        act(element);
    }
}
