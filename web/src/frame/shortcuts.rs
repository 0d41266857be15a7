//! Keyboard shortcuts and the dialog that lists them.

use std::cell::Cell;

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::overlay::{shortcuts_open, show_palette};
use crate::local_settings::{SettingKey, load, save};
use crate::locale::{Pick, t};
use crate::navigation::use_navigate;
use crate::paths;
use crate::ui::{Checkbox, Dialog};

/// `g` followed by a letter opens a page.
const PAGES: [(&str, &str, Pick); 12] = [
    ("o", paths::OVERVIEW, |t| t.frame().overview),
    ("s", paths::PROMPT_SETS, |t| t.frame().prompt_sets),
    ("p", paths::PROMPTS, |t| t.frame().prompts),
    ("r", paths::RUNS, |t| t.frame().runs),
    ("a", paths::ANSWERS, |t| t.frame().answers),
    ("b", paths::BRANDS, |t| t.frame().brands),
    ("c", paths::SOURCES, |t| t.frame().sources),
    ("f", paths::FANOUTS, |t| t.frame().fanouts),
    ("w", paths::WORDS, |t| t.frame().words),
    ("k", paths::KEYWORDS, |t| t.frame().keywords),
    ("i", paths::SITE_KEYWORDS, |t| t.frame().site_keywords),
    ("t", paths::SETTINGS, |t| t.frame().settings),
];

/// Handles shortcuts and holds the dialog that lists them.
#[component]
pub fn Shortcuts() -> AnyView {
    let open = shortcuts_open();
    let enabled = RwSignal::new(load(SettingKey::Shortcuts).as_deref() != Some("off"));
    let navigate = use_navigate();
    let after_g = Cell::new(false);
    let listener = window_event_listener(ev::keydown, move |event| {
        let was_after_g = after_g.replace(false);
        if is_palette_key(&event) {
            event.prevent_default();
            show_palette();
            return;
        }
        if !enabled.get_untracked() || !is_shortcut(&event) {
            return;
        }
        let key = event.key();
        if was_after_g {
            if let Some((_, address, _)) = PAGES.into_iter().find(|(letter, ..)| *letter == key) {
                event.prevent_default();
                navigate(address, false);
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
        <Dialog open title=t(|t| t.shortcuts().title)>
            <ShortcutList />
            <Checkbox
                checked=enabled
                on_change=move |on: bool| {
                    enabled.set(on);
                    save(SettingKey::Shortcuts, (!on).then_some("off"));
                }
            >
                <span>
                    {t(|t| t.shortcuts().enabled)} <small class="cell-note">{t(|t| t.shortcuts().enabled_hint)}</small>
                </span>
            </Checkbox>
        </Dialog>
    }
    .into_any()
}

#[component]
fn ShortcutList() -> AnyView {
    let then = || view! { " " <span class="muted">{t(|t| t.shortcuts().then)}</span> " " };
    let pages = PAGES
        .into_iter()
        .map(|(letter, _, name)| {
            view! {
                <tr>
                    <td class="fit">
                        <kbd>"g"</kbd>
                        {then()}
                        <kbd>{letter}</kbd>
                    </td>
                    <td>{t(name)}</td>
                </tr>
            }
        })
        .collect_view();
    let others: [(&str, Pick); 9] = [
        ("Ctrl K", |t| t.shortcuts().palette),
        ("/", |t| t.shortcuts().search),
        ("n", |t| t.shortcuts().new),
        ("j", |t| t.shortcuts().older),
        ("k", |t| t.shortcuts().newer),
        ("← →", |t| t.shortcuts().chart),
        ("Ctrl Enter", |t| t.shortcuts().submit),
        ("Esc", |t| t.shortcuts().close),
        ("?", |t| t.shortcuts().show),
    ];
    // Keyboards of a Mac have another key for the same shortcuts.
    let is_mac = window().navigator().platform().is_ok_and(|platform| platform.starts_with("Mac"));
    let other_rows = others
        .into_iter()
        .map(|(keys, effect)| {
            let name = |key| if key == "Ctrl" && is_mac { "⌘" } else { key };
            let keys = keys.split(' ').map(|key| view! { <kbd>{name(key)}</kbd> " " }).collect_view();
            view! {
                <tr>
                    <td class="fit">{keys}</td>
                    <td>{t(effect)}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="table-container">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">{t(|t| t.shortcuts().keys)}</th>
                        <th scope="col">{t(|t| t.shortcuts().effect)}</th>
                    </tr>
                </thead>
                <tbody>{pages} {other_rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

// Ctrl+K or ⌘+K, also in a text field, but not above another dialog.
fn is_palette_key(event: &KeyboardEvent) -> bool {
    (event.ctrl_key() || event.meta_key())
        && !(event.alt_key() || event.shift_key() || event.is_composing() || event.default_prevented())
        && event.key().eq_ignore_ascii_case("k")
        && document().query_selector("dialog[open]").ok().flatten().is_none()
}

// Whether a key counts as a shortcut: pressed alone, outside text fields, with no dialog open.
fn is_shortcut(event: &KeyboardEvent) -> bool {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing() || event.default_prevented() {
        return false;
    }
    let typing = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .and_then(|element| element.closest("input, textarea, select, dialog, [popover]").ok().flatten());
    typing.is_none() && document().query_selector("dialog[open]").ok().flatten().is_none()
}

// Acts on the first element of the page that a CSS selector finds.
fn with_target(selector: &str, event: &KeyboardEvent, act: fn(web_sys::HtmlElement)) {
    let found = document().query_selector(selector).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into().ok()) {
        event.prevent_default();
        act(element);
    }
}
