//! The settings menu. Its button shows the name of the organization.

use leptos::html;
use leptos::prelude::*;

use super::links::SETTINGS_LINK;
use super::{DensityChoice, LanguageChoice, ThemeChoice, use_sign_out};
use crate::locale::t;
use crate::overlay::{PALETTE_OPEN, SAVED_VIEWS_OPEN, SHORTCUTS_OPEN};
use crate::queries::use_organization;
use crate::reactive::live_when;
use crate::ui::{Icon, IconName, MenuItem};

/// The settings menu: a popover of the browser, which also restores the focus.
#[component]
pub fn SettingsMenu() -> AnyView {
    let organization = use_organization();
    let menu = NodeRef::<html::Div>::new();
    let name = move || organization.value().map(|organization| organization.name);
    let sign_out = use_sign_out();
    let close = move || {
        if let Some(menu) = menu.get_untracked() {
            let _ = menu.hide_popover();
        }
    };
    // Built when the menu is first opened, which is rare.
    let opened = RwSignal::new(false);
    let content = move || {
        let (settings, icon, name, _) = SETTINGS_LINK;
        let items = [
            MenuItem::button(|t| t.frame().saved_views, IconName::List, || SAVED_VIEWS_OPEN.set(true)),
            MenuItem::button(|t| t.frame().print, IconName::Print, || _ = window().print()),
            MenuItem::link(name, icon, settings.to_owned()),
            MenuItem::button(|t| t.frame().palette, IconName::Search, || PALETTE_OPEN.set(true)),
            MenuItem::button(|t| t.frame().shortcuts, IconName::Keyboard, || SHORTCUTS_OPEN.set(true)),
            MenuItem::button(|t| t.frame().sign_out, IconName::SignOut, move || sign_out.run(())),
        ];
        view! {
            <LanguageChoice />
            <ThemeChoice />
            <DensityChoice />
            <hr />
            {items.map(|item| item.view(close)).into_iter().collect_view()}
        }
    };
    view! {
        <button
            class="menu-button"
            type="button"
            popovertarget="settings-menu"
            on:click=move |_| opened.set(true)
        >
            <Icon icon=IconName::Person />
            <span aria-hidden="true">{name}</span>
            <span class="visually-hidden">{t(|t| t.frame().menu)} " " {name}</span>
        </button>
        <div class="menu" id="settings-menu" popover="auto" node_ref=menu>
            {live_when(move || opened.get(), content)}
        </div>
    }
    .into_any()
}
