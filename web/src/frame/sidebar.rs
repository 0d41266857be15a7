//! The sidebar: navigation and account. On a phone, a bar at the top and one at the bottom.

use leptos::html;
use leptos::prelude::*;

use super::links::{GROUPS, Group, LINKS_IN_BAR, Link, use_link_filter};
use super::menu::SettingsMenu;
use crate::components::CreditBalance;
use crate::format::count;
use crate::locale::{Pick, t, t_with};
use crate::overlay::PALETTE_OPEN;
use crate::paths::{self, PROMPT_SETS, PROMPTS, PromptsParams, QueryString, UrlParams, is_within};
use crate::queries::use_organization;
use crate::reactive::{effect, live_option};
use crate::router::{Location, use_router};
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
                on_click=move |()| PALETTE_OPEN.set(true)
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
        Some(view! {
            <span class="nav-count" id=NEW_ALERTS translate="no" role="img" aria-label=label>
                {count(new)}
            </span>
        })
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
    let filter = use_link_filter();
    let link = move |(page, icon, name, _): Link| {
        let address = move || filter.address(page);
        let number = (page == paths::ALERTS).then(new_alerts);
        let current = move || is_page_of(&router.location(), page).then_some("page");
        view! {
            <a href=address aria-current=current>
                <Icon icon />
                <span>{t(name)}</span>
                {number}
            </a>
        }
        .into_any()
    };
    let links = move |links: &'static [Link]| links.iter().copied().map(link).collect_view();
    let group_name = |name: Pick| view! { <p class="nav-group">{t(name)}</p> };
    let group = move |(name, of_group): Group| {
        view! {
            {group_name(name)}
            {links(of_group)}
        }
    };
    let [(results, of_results), others @ ..] = GROUPS;
    let (in_bar, more_links) = of_results.split_at(LINKS_IN_BAR);
    // Style sheets show the popover as a part of the list where there is room.
    view! {
        <nav class="nav" aria-label=t(|t| t.frame().navigation)>
            {group_name(results)}
            {links(in_bar)}
            <button class="nav-more-button" type="button" popovertarget="nav-more" aria-describedby=NEW_ALERTS>
                <Icon icon=IconName::More />
                <span>{t(|t| t.frame().more)}</span>
            </button>
            <div class="nav-more" id="nav-more" popover="auto" node_ref=more>
                {links(more_links)}
                {others.map(group).into_iter().collect_view()}
            </div>
        </nav>
    }
    .into_any()
}

// Whether a link leads to where an address belongs. The list of the prompts of a set is the page of the set.
fn is_page_of(Location { path, query }: &Location, link: &str) -> bool {
    let is_set = || PromptsParams::read(&QueryString::parse(query)).answers.set.is_some();
    is_within(if path == PROMPTS && is_set() { PROMPT_SETS } else { path }, link)
}
