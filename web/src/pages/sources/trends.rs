//! Sources over time, below a ranking. Their code is loaded after that of the ranking.

use leptos::prelude::*;

use crate::components::{SourceClassChart, SourceTrendView, TrendDomain, with_tiers};
use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::locale::t_with;
use crate::paths::{AnswerFilterParams, Period};
use crate::queries::brands::{use_all_brands, use_own_brand_id};
use crate::ui::{Methodology, skeleton};

#[derive(Clone, Copy)]
pub struct Trends {
    pub scope: Memo<AnswerFilterParams>,
    /// The domains. The first is on top.
    pub domains: Memo<Vec<TrendDomain>>,
    pub period: Memo<Period>,
    pub on_period: Callback<Period>,
    /// Whether the domains are sites.
    pub by_site: Memo<bool>,
    /// Whether all sources are ranked: adds their stability, and whose they are.
    pub is_all: bool,
    /// How the ranking above is counted. Empty while there is none.
    pub ranking: Signal<String>,
}

/// The share of domains in all citations over time, and how the numbers of the page are counted.
pub fn trends_view(trends: Trends) -> AnyView {
    lazy_view(loaded(load), skeleton::<8>, move |view| view(trends))
}

lazy_part! {
    source_trends: fn(Trends) -> AnyView = view
}

fn view(Trends { scope, domains, period, on_period, by_site, is_all, ranking }: Trends) -> AnyView {
    let brands = use_all_brands();
    let explanation = t_with(move |t| {
        let (texts, by_site) = (t.sources(), by_site.get());
        let trend = (texts.methodology_trend)(by_site);
        let trend = match is_all {
            true => with_tiers(&[trend, (texts.methodology_stability)(by_site)].join("\n"), t),
            false => trend,
        };
        let has_owners = is_all && brands.with(|brands| brands.is_some_and(|brands| !brands.is_empty()));
        let owners = if has_owners { t.sources().methodology_classes } else { "" };
        [&ranking.get(), &trend, owners].join("\n")
    });
    view! {
        <SourceTrendView scope domains period on_period by_site with_stability=is_all />
        {is_all.then(|| view! { <SourceClassChart scope period own=use_own_brand_id() /> })}
        <Methodology text=explanation />
    }
    .into_any()
}
