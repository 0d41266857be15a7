//! The sidebar: navigation and account. On a phone, a bar at the top and one at the bottom.

use leptos::html;
use leptos::prelude::*;

use super::links::{GROUPS, LINKS, Link, MORE_LINKS, RESULTS};
use super::menu::SettingsMenu;
use crate::components::CreditBalance;
use crate::format::count;
use crate::locale::{Pick, t, t_with};
use crate::overlay::palette_open;
use crate::paths::{self, AnswerFilterParams, filter_after, is_within, with_filter};
use crate::queries::use_organization;
use crate::reactive::{effect, live_option};
use crate::router::use_router;
use crate::ui::{Icon, IconButton, IconName};

/// The id of the number of new alerts, which also describes the button that opens the links.
const NEW_ALERTS: &str = "new-alerts";

#[component]
pub fn Sidebar() -> AnyView {
    view! {
        <header class="sidebar">
            <a class="brand" href=paths::START>
                <Icon icon=IconName::Logo />
                <span>"Answerdeck"</span>
            </a>
            <IconButton
                label=t(|t| t.frame().palette)
                icon=IconName::Search
                on_click=move |()| palette_open().set(true)
            />
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

/// The number of new alerts, if there are any.
fn new_alerts() -> AnyView {
    let organization = use_organization();
    let new = Memo::new(move |_| organization.with(|organization| organization?.new_alerts));
    live_option(move || {
        let new = new.get().filter(|new| *new > 0)?;
        let label = t_with(move |t| (t.frame().new_alerts)(new));
        Some(
            view! {
                <span class="nav-count" id=NEW_ALERTS translate="no" role="img" aria-label=label>
                    {count(new)}
                </span>
            }
            .into_any(),
        )
    })
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
    // Pages about answers keep the filter of the last one.
    let filter = Memo::new(move |before: Option<&AnswerFilterParams>| {
        let location = router.location();
        filter_after(&location.path, &location.query, before.cloned().unwrap_or_default())
    });
    let link = move |(page, icon, name, _): Link| {
        let address = move || filter.with(|filter| with_filter(page, filter));
        let number = (page == paths::ALERTS).then(new_alerts);
        let current = move || is_within(&router.location().path, page).then_some("page");
        view! {
            <a href=address aria-current=current>
                <Icon icon />
                <span>{t(name)}</span>
                {number}
            </a>
        }
        .into_any()
    };
    let group_name = |name: Pick| view! { <p class="nav-group">{t(name)}</p> };
    let group = move |(name, links): (Pick, &'static [Link])| {
        view! {
            {group_name(name)}
            {links.iter().copied().map(link).collect_view()}
        }
    };
    // Style sheets show the popover as a part of the list where there is room.
    view! {
        <nav class="nav" aria-label=t(|t| t.frame().navigation)>
            {group_name(RESULTS)}
            {LINKS.map(link).into_iter().collect_view()}
            <button class="nav-more-button" type="button" popovertarget="nav-more" aria-describedby=NEW_ALERTS>
                <Icon icon=IconName::More />
                <span>{t(|t| t.frame().more)}</span>
            </button>
            <div class="nav-more" id="nav-more" popover="auto" node_ref=more>
                {MORE_LINKS.map(link).into_iter().collect_view()}
                {GROUPS.map(group).into_iter().collect_view()}
            </div>
        </nav>
    }
    .into_any()
}
