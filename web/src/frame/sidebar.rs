//! The sidebar: navigation and account. On a phone, a bar at the top and one at the bottom.

use leptos::prelude::*;

use super::menu::SettingsMenu;
use crate::format::decimal;
use crate::locale::{Pick, t, t_with};
use crate::paths::{self, is_within};
use crate::queries::use_credits;
use crate::router::use_router;
use crate::ui::{Icon, IconName};

const LINKS: [(&str, IconName, Pick); 6] = [
    (paths::OVERVIEW, IconName::Overview, |t| t.frame().overview),
    (paths::PROMPT_SETS, IconName::Sets, |t| t.frame().prompt_sets),
    (paths::PROMPTS, IconName::Prompts, |t| t.frame().prompts),
    (paths::RUNS, IconName::Runs, |t| t.frame().runs),
    (paths::ANSWERS, IconName::Answers, |t| t.frame().answers),
    (paths::BRANDS, IconName::Brands, |t| t.frame().brands),
];

/// The sidebar.
#[component]
pub fn Sidebar() -> AnyView {
    let credits = use_credits();
    let router = use_router();
    let links = LINKS
        .into_iter()
        .map(|(address, icon, name)| {
            let current = move || is_within(&router.location().path, address).then_some("page");
            view! {
                <a href=address aria-current=current>
                    <Icon icon />
                    <span>{t(name)}</span>
                </a>
            }
        })
        .collect_view();
    let balance = t_with(move |_| credits.value().map_or("–".to_owned(), |credits| decimal(credits.balance)));
    view! {
        <header class="sidebar">
            <a class="brand" href=paths::START>
                <Icon icon=IconName::Logo />
                "Answerdeck"
            </a>
            <nav class="nav" aria-label=t(|t| t.frame().navigation)>
                {links}
            </nav>
            <div class="account">
                <div class="credits">
                    <span id="credits-label">{t(|t| t.frame().credits)}</span>
                    <output aria-labelledby="credits-label">{balance}</output>
                </div>
                <SettingsMenu />
            </div>
        </header>
    }
    .into_any()
}
