//! The navigation and the account: at the left, or at the top and the bottom of a phone.

use leptos::prelude::*;

use super::menu::Menu;
use crate::format::decimal;
use crate::locale::{Pick, t, t_with};
use crate::paths;
use crate::queries::use_credits;
use crate::router::use_router;
use crate::ui::{Icon, IconName};

const PAGES: [(&str, IconName, Pick); 4] = [
    (paths::PROMPT_SETS, IconName::Sets, |t| t.frame().prompt_sets),
    (paths::PROMPTS, IconName::Prompts, |t| t.frame().prompts),
    (paths::RUNS, IconName::Runs, |t| t.frame().runs),
    (paths::ANSWERS, IconName::Answers, |t| t.frame().answers),
];

/// The navigation and the account.
#[component]
pub fn Side() -> AnyView {
    let credits = use_credits();
    let router = use_router();
    let links = PAGES
        .into_iter()
        .map(|(address, icon, name)| {
            let here = move || paths::is_within(&router.place().path, address).then_some("page");
            view! {
                <a href=address aria-current=here>
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
                <Menu />
            </div>
        </header>
    }
    .into_any()
}
