//! Sources: the domains that answers cite, the pages of one, and the answers behind them. Uses `rank_source_domains`,
//! `rank_source_urls`, `assign_domain_type`, `get_source_trend`, `measure_brands`, `match_answers`, `list_brands`,
//! `get_organization`, `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and `list_regions`.

mod domain;
mod domain_chart;
mod domain_ranking;
mod domain_type_field;
mod domains;
mod page_ranking;
mod trends;

use leptos::prelude::*;

use crate::navigation::use_url_params;
use crate::paths::SourcesParams;
use crate::reactive::live;
use domain::domain_page;
use domains::domains_view;

pub fn view() -> AnyView {
    let params = use_url_params::<SourcesParams>();
    let domain = Memo::new(move |_| params.with(|params| params.domain.clone()));
    live(move || match domain.get() {
        None => untrack(|| domains_view(params)),
        Some(domain) => untrack(|| domain_page(params, domain)),
    })
}
