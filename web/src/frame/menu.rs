//! The settings menu: the organization's name opens it.

use leptos::html;
use leptos::prelude::*;

use super::shortcuts::show_shortcuts;
use super::{LanguageChoice, ThemeChoice};
use crate::locale::{t, texts};
use crate::paths::{SIGN_IN, use_go};
use crate::queries::use_organization;
use crate::reactive::live_option;
use crate::session::use_session;
use crate::ui::{Button, Icon, IconName, Variant, use_notices};

/// The settings menu. The browser opens and closes it, and gives the focus back.
#[component]
pub fn Menu() -> AnyView {
    let organization = use_organization();
    let session = use_session();
    let notices = use_notices();
    let go = StoredValue::new_local(use_go());
    let menu = NodeRef::<html::Div>::new();
    let name = move || organization.value().map(|organization| organization.name);
    let sign_out = move |()| {
        // Whoever signs out is not led back to where they were.
        go.with_value(|go| go(SIGN_IN, false));
        session.sign_out();
        notices.notify(texts().frame().signed_out.to_owned());
    };
    let shortcuts = move |()| {
        if let Some(menu) = menu.get_untracked() {
            let _ = menu.hide_popover();
        }
        show_shortcuts();
    };
    // Made when it is first opened: on most pages it never is.
    let opened = RwSignal::new(false);
    let content = move || {
        view! {
            <LanguageChoice />
            <ThemeChoice />
            <hr />
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
