//! Keyboard shortcuts, and the dialog that lists them. Its content is loaded when it is first opened.

use std::cell::Cell;

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::links::{all_links, use_link_filter};
use crate::lazy::lazy_part;
use crate::local_settings::{self, SettingKey};
use crate::locale::{Pick, t};
use crate::overlay::{PALETTE_OPEN, SHORTCUTS_OPEN};
use crate::reactive::on_window_event;
use crate::router::use_router;
use crate::ui::{Checkbox, LazyDialog};

/// The elements in which a key is not a shortcut.
const KEYS_TAKEN: &str = "input:not([type=checkbox], [type=radio]), textarea, select, dialog, [popover]:popover-open";

#[component]
pub fn Shortcuts() -> AnyView {
    let open: RwSignal<bool> = SHORTCUTS_OPEN.clone().into();
    let enabled = RwSignal::new(local_settings::load(SettingKey::Shortcuts).as_deref() != Some("off"));
    let (router, filter) = (use_router(), use_link_filter());
    let after_g = Cell::new(false);
    on_window_event(ev::keydown, move |event| {
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
            "/" => with_target("[data-shortcut=search]", &event, focus),
            // Its bar is above a list that may be long.
            "s" => with_target("[data-shortcut=selection]:not([hidden]) a", &event, focus),
            "n" => with_target("[data-shortcut=new]", &event, |element| element.click()),
            "j" => with_target("a[rel=next]", &event, |element| element.click()),
            "k" => with_target("a[rel=prev]", &event, |element| element.click()),
            _ => {}
        }
    });

    view! { <LazyDialog open load title=t(|t| t.frame().shortcuts) let:list>{list(enabled)}</LazyDialog> }.into_any()
}

lazy_part! {
    shortcut_list: fn(RwSignal<bool>) -> AnyView = list
}

fn list(enabled: RwSignal<bool>) -> AnyView {
    let row =
        |keys: AnyView, effect: Pick| view! { <tr><th class="fit" scope="row">{keys}</th><td>{t(effect)}</td></tr> };
    let pages = all_links().map(|(_, _, name, letter)| {
        let then = view! { " " <span class="muted">{t(|t| t.shortcuts().then)}</span> " " };
        row(view! { <kbd>"g"</kbd> {then} <kbd>{letter}</kbd> }.into_any(), name)
    });
    let others: [(&str, Pick); 10] = [
        ("Ctrl K", |t| t.shortcuts().palette),
        ("/", |t| t.shortcuts().search),
        ("n", |t| t.shortcuts().new),
        ("s", |t| t.shortcuts().selection),
        ("j", |t| t.answers().next),
        ("k", |t| t.answers().previous),
        ("← →", |t| t.shortcuts().chart),
        ("Ctrl Enter", |t| t.shortcuts().submit),
        ("Esc", |t| t.shortcuts().close),
        ("?", |t| t.shortcuts().show),
    ];
    // Keyboards of a Mac have another key for the same shortcuts.
    let is_mac = window().navigator().platform().is_ok_and(|platform| platform.starts_with("Mac"));
    let others = others.into_iter().map(|(keys, effect)| {
        let name = |key| if key == "Ctrl" && is_mac { "⌘" } else { key };
        let keys = keys.split(' ').map(|key| view! { <kbd>{name(key)}</kbd> " " });
        row(keys.collect_view().into_any(), effect)
    });
    view! {
        <div class="table-container">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">{t(|t| t.shortcuts().keys)}</th>
                        <th scope="col">{t(|t| t.common().action)}</th>
                    </tr>
                </thead>
                <tbody>{pages.chain(others).collect_view()}</tbody>
            </table>
        </div>
        <Checkbox
            checked=enabled
            on_change=move |on: bool| {
                enabled.set(on);
                local_settings::save(SettingKey::Shortcuts, (!on).then_some("off"));
            }
        >
            <span>
                {t(|t| t.shortcuts().enabled)} <small class="cell-note">{t(|t| t.shortcuts().enabled_hint)}</small>
            </span>
        </Checkbox>
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

fn focus(element: web_sys::HtmlElement) {
    let _ = element.focus();
}

// Acts on the first element of the page that a CSS selector finds.
fn with_target(selector: &str, event: &KeyboardEvent, act: fn(web_sys::HtmlElement)) {
    let found = document().query_selector(selector).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into().ok()) {
        event.prevent_default();
        act(element);
    }
}
