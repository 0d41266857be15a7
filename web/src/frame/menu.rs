//! The settings menu. Its button shows the name of the organization.

use leptos::html;
use leptos::prelude::*;

use super::saved_views::show_saved_views;
use super::shortcuts::show_shortcuts;
use super::{LanguageChoice, ThemeChoice};
use crate::drafts;
use crate::locale::{t, texts};
use crate::navigation::use_navigate;
use crate::paths::{SETTINGS, SIGN_IN};
use crate::queries::use_organization;
use crate::reactive::{effect, live_option};
use crate::session::use_session;
use crate::ui::{Button, Icon, IconName, Variant, use_notices};

/// The settings menu: a popover of the browser, which also restores the focus.
#[component]
pub fn SettingsMenu() -> AnyView {
    let organization = use_organization();
    let session = use_session();
    let notices = use_notices();
    let navigate = StoredValue::new_local(use_navigate());
    let menu = NodeRef::<html::Div>::new();
    effect(move || {
        // A session that has ended may be followed by one of another organization.
        organization
            .with(|organization| organization.map(|organization| drafts::keep_only_of(organization.id.as_str())));
    });
    let name = move || organization.value().map(|organization| organization.name);
    let sign_out = move |()| {
        // Navigates first: after a sign-out, sign-in does not return to this page.
        navigate.with_value(|navigate| navigate(SIGN_IN, false));
        session.sign_out();
        notices.notify(texts().frame().signed_out.to_owned());
    };
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
    // Built when the menu is first opened, which is rare.
    let opened = RwSignal::new(false);
    let content = move || {
        view! {
            <LanguageChoice />
            <ThemeChoice />
            <hr />
            <Button
                label=t(|t| t.frame().saved_views)
                variant=Variant::Quiet
                icon=IconName::List
                on_click=saved_views
            />
            <a class="button" data-variant="quiet" href=SETTINGS on:click=move |_| close()>
                <Icon icon=IconName::Settings />
                {t(|t| t.frame().settings)}
            </a>
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
                on_click=sign_out
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
