//! The sidebar: navigation and account. On a phone, a bar at the top and one at the bottom.

use leptos::html;
use leptos::prelude::*;

use super::links::{LINKS, Link, MORE_LINKS};
use super::menu::SettingsMenu;
use crate::components::CreditBalance;
use crate::locale::t;
use crate::paths::{self, is_within};
use crate::reactive::effect;
use crate::router::use_router;
use crate::ui::{Icon, IconName};

/// The sidebar.
#[component]
pub fn Sidebar() -> AnyView {
    view! {
        <header class="sidebar">
            <a class="brand" href=paths::START>
                <Icon icon=IconName::Logo />
                <span>"Answerdeck"</span>
            </a>
            <Navigation />
            <div class="account">
                <div class="credits">
                    <span id="credits-label">{t(|t| t.frame().credits)}</span>
                    <output aria-labelledby="credits-label">
                        <CreditBalance is_narrow=true />
                    </output>
                </div>
                <SettingsMenu />
            </div>
        </header>
    }
    .into_any()
}

#[component]
fn Navigation() -> AnyView {
    let router = use_router();
    let more = NodeRef::<html::Div>::new();
    effect(move || {
        router.location();
        if let Some(more) = more.get() {
            let _ = more.hide_popover();
        }
    });
    let link = move |(address, icon, name): Link| {
        let current = move || is_within(&router.location().path, address).then_some("page");
        view! {
            <a href=address aria-current=current>
                <Icon icon />
                <span>{t(name)}</span>
            </a>
        }
        .into_any()
    };
    // Style sheets show the popover as a part of the list where there is room.
    view! {
        <nav class="nav" aria-label=t(|t| t.frame().navigation)>
            {LINKS.map(link).into_iter().collect_view()}
            <button class="nav-more-button" type="button" popovertarget="nav-more">
                <Icon icon=IconName::More />
                <span>{t(|t| t.frame().more)}</span>
            </button>
            <div class="nav-more" id="nav-more" popover="auto" node_ref=more>
                {MORE_LINKS.map(link).into_iter().collect_view()}
            </div>
        </nav>
    }
    .into_any()
}
