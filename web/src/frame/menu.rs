//! The settings menu. Its button shows the name of the organization.

use leptos::html;
use leptos::prelude::*;

use super::{DensityChoice, LanguageChoice, ThemeChoice, use_sign_out};
use crate::locale::{Pick, t};
use crate::overlay::{palette_open, saved_views_open, shortcuts_open};
use crate::paths::SETTINGS;
use crate::queries::use_organization;
use crate::reactive::live_option;
use crate::ui::{Button, Icon, IconName, Variant};

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
    let closing = move |act: fn()| {
        Callback::new(move |()| {
            close();
            act();
        })
    };
    let close_and_sign_out = Callback::new(move |()| {
        close();
        sign_out.run(());
    });
    let item = |label: Pick, icon: IconName, on_click: Callback<()>| {
        view! { <Button label=t(label) variant=Variant::Quiet icon on_click /> }
    };
    // Built when the menu is first opened, which is rare.
    let opened = RwSignal::new(false);
    let content = move || {
        view! {
            <LanguageChoice />
            <ThemeChoice />
            <DensityChoice />
            <hr />
            {item(|t| t.frame().saved_views, IconName::List, closing(|| saved_views_open().set(true)))}
            {item(|t| t.frame().print, IconName::Print, closing(|| _ = window().print()))}
            <a class="button" data-variant="quiet" href=SETTINGS on:click=move |_| close()>
                <Icon icon=IconName::Settings />
                {t(|t| t.frame().settings)}
            </a>
            {item(|t| t.frame().palette, IconName::Search, closing(|| palette_open().set(true)))}
            {item(|t| t.frame().shortcuts, IconName::Keyboard, closing(|| shortcuts_open().set(true)))}
            {item(|t| t.frame().sign_out, IconName::SignOut, close_and_sign_out)}
        }
        .into_any()
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
            {live_option(move || opened.get().then(content))}
        </div>
    }
    .into_any()
}
