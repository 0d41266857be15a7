//! Sources: the domains that answers cite, the pages of one, and the answers behind them. Uses `rank_source_domains`,
//! `rank_source_urls`, `assign_domain_type`, `get_source_trend`, `measure_brands`, `match_answers`, `list_brands`, `get_organization`, `list_runs`,
//! `list_prompt_sets`, `get_prompt`, `list_models` and `list_regions`.

mod domain;
mod domain_chart;
mod domain_ranking;
mod domain_type_field;
mod domains;
mod trends;

use leptos::prelude::*;

use crate::components::empty_ranking;
use crate::frame::with_shell;
use crate::navigation::use_url_params;
use crate::paths::{AnswerFilterParams, SourcesParams, UrlParams};
use crate::reactive::live;
use crate::router::PageCode;
use domain::domain_page;
use domains::domains_view;

#[cfg_attr(feature = "split", lazy)]
pub fn sources_page() -> PageCode {
    with_shell(view)
}

fn view() -> AnyView {
    let params = use_url_params::<SourcesParams>();
    let domain = Memo::new(move |_| params.with(|params| params.domain.clone()));
    live(move || match domain.get() {
        None => untrack(|| domains_view(params)),
        Some(domain) => untrack(|| domain_page(params, domain)),
    })
}

// `is_filtered`: by more than the filter of answers. `all`: without a filter.
fn nothing(answers: Memo<AnswerFilterParams>, is_filtered: bool, all: &SourcesParams) -> AnyView {
    let is_unfiltered = !is_filtered && answers.with_untracked(AnswerFilterParams::is_unfiltered);
    empty_ranking(
        is_unfiltered,
        |t| t.sources().none_found,
        [|t| t.sources().empty, |t| t.sources().empty_description],
        all.address(),
    )
}
