//! The list of shortcuts, and whether they are on. Its code is loaded when it is first opened.

use leptos::prelude::*;

use super::links::all_links;
use crate::lazy::lazy_part;
use crate::local_settings::{SettingKey, save};
use crate::locale::{Pick, t};
use crate::ui::Checkbox;

lazy_part! {
    shortcut_list: fn(RwSignal<bool>) -> AnyView = view
}

fn view(enabled: RwSignal<bool>) -> AnyView {
    let row = |keys: AnyView, effect: Pick| view! { <tr><td class="fit">{keys}</td><td>{t(effect)}</td></tr> };
    let pages = all_links().map(|(_, _, name, letter)| {
        let then = view! { " " <span class="muted">{t(|t| t.shortcuts().then)}</span> " " };
        row(view! { <kbd>"g"</kbd> {then} <kbd>{letter}</kbd> }.into_any(), name)
    });
    let others: [(&str, Pick); 9] = [
        ("Ctrl K", |t| t.shortcuts().palette),
        ("/", |t| t.shortcuts().search),
        ("n", |t| t.shortcuts().new),
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
                save(SettingKey::Shortcuts, (!on).then_some("off"));
            }
        >
            <span>
                {t(|t| t.shortcuts().enabled)} <small class="cell-note">{t(|t| t.shortcuts().enabled_hint)}</small>
            </span>
        </Checkbox>
    }
    .into_any()
}
