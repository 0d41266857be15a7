//! The sidebar: navigation and account. On a phone, a bar at the top and one at the bottom.

use leptos::html;
use leptos::prelude::*;

use super::links::{GROUPS, Group, LINKS_IN_BAR, Link, SETTINGS_LINK, use_link_filter};
use super::{DensityChoice, LanguageChoice, ThemeChoice, use_sign_out};
use crate::components::CreditBalance;
use crate::format::count;
use crate::locale::{Pick, t, t_with};
use crate::overlay::{PALETTE_OPEN, SAVED_VIEWS_OPEN, SHORTCUTS_OPEN};
use crate::paths::{self, PROMPT_SETS, PROMPTS, PromptsParams, QueryString, UrlParams, is_within};
use crate::queries::use_organization;
use crate::reactive::{effect, live_option, live_when};
use crate::router::{Location, use_router};
use crate::ui::{Icon, IconButton, IconName, MenuItem};

/// The id of the number of new alerts, which also describes the button that opens the links.
const NEW_ALERTS: &str = "new-alerts";

#[component]
pub fn Sidebar() -> AnyView {
    view! {
        <header class="sidebar">
            <a class="brand" href=paths::START><Icon icon=IconName::Logo /><span>"Answerdeck"</span></a>
            <IconButton
                label=t(|t| t.frame().palette)
                icon=IconName::Search
                on_click=move |()| PALETTE_OPEN.set(true)
            />
            {navigation()}
            <div class="account">
                <div class="credits">
                    <span id="credits-label">{t(|t| t.frame().credits)}</span>
                    <output aria-labelledby="credits-label"><CreditBalance is_narrow=true /></output>
                </div>
                {settings_menu()}
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
            <span class="nav-count" id=NEW_ALERTS translate="no" role="img" aria-label=label>{count(new)}</span>
        })
    })
}

fn navigation() -> AnyView {
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

// A popover of the browser, which also restores the focus. Its button shows the name of the organization.
fn settings_menu() -> AnyView {
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

// Whether a link leads to where an address belongs. The list of the prompts of a set is the page of the set.
fn is_page_of(Location { path, query }: &Location, link: &str) -> bool {
    let is_set = || PromptsParams::read(&QueryString::parse(query)).answers.set.is_some();
    is_within(if path == PROMPTS && is_set() { PROMPT_SETS } else { path }, link)
}
