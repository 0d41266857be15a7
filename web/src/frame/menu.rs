//! The settings menu. Its button shows the name of the organization.

use leptos::html;
use leptos::prelude::*;

use super::print::print_page;
use super::{DensityChoice, LanguageChoice, ThemeChoice};
use crate::locale::t;
use crate::overlay::{show_palette, show_saved_views, show_shortcuts};
use crate::paths::SETTINGS;
use crate::queries::use_organization;
use crate::reactive::live_option;
use crate::session::use_session;
use crate::ui::{Button, Icon, IconName, Variant};

/// The settings menu: a popover of the browser, which also restores the focus.
#[component]
pub fn SettingsMenu() -> AnyView {
    let organization = use_organization();
    let menu = NodeRef::<html::Div>::new();
    let name = move || organization.value().map(|organization| organization.name);
    let session = use_session();
    let close = move || {
        if let Some(menu) = menu.get_untracked() {
            let _ = menu.hide_popover();
        }
    };
    let shortcuts = move |()| {
        close();
        show_shortcuts();
    };
    let saved_views = move |()| {
        close();
        show_saved_views();
    };
    let palette = move |()| {
        close();
        show_palette();
    };
    let print = move |()| {
        close();
        print_page();
    };
    // Built when the menu is first opened, which is rare.
    let opened = RwSignal::new(false);
    let content = move || {
        view! {
            <LanguageChoice />
            <ThemeChoice />
            <DensityChoice />
            <hr />
            <Button
                label=t(|t| t.frame().saved_views)
                variant=Variant::Quiet
                icon=IconName::List
                on_click=saved_views
            />
            <Button
                label=t(|t| t.frame().print)
                variant=Variant::Quiet
                icon=IconName::Print
                on_click=print
            />
            <a class="button" data-variant="quiet" href=SETTINGS on:click=move |_| close()>
                <Icon icon=IconName::Settings />
                {t(|t| t.frame().settings)}
            </a>
            <Button
                label=t(|t| t.frame().palette)
                variant=Variant::Quiet
                icon=IconName::Search
                on_click=palette
            />
            <Button
                label=t(|t| t.frame().shortcuts)
                variant=Variant::Quiet
                icon=IconName::Keyboard
                on_click=shortcuts
            />
            <Button
                label=t(|t| t.frame().sign_out)
                variant=Variant::Quiet
                icon=IconName::SignOut
                on_click=move |()| session.sign_out()
            />
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
