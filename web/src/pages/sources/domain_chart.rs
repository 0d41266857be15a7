//! The ranking of domains as bars. The code is loaded when the chart is shown.

use answerdeck_api::SourceDomainRanking;
use leptos::prelude::*;

use crate::components::{domain_bars, use_source_owners};
use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::paths::{SourcesParams, UrlParams};
use crate::queries::Query;
use crate::ui::skeleton;

/// Shows the chart. `about` is what the ranking counts.
pub fn bar_chart(ranking: Query<SourceDomainRanking>, about: Signal<String>, params: Memo<SourcesParams>) -> AnyView {
    lazy_view(loaded(load), skeleton::<8>, move |view| view(ranking, about, params))
}

lazy_part! {
    source_chart: fn(Query<SourceDomainRanking>, Signal<String>, Memo<SourcesParams>) -> AnyView = view
}

fn view(ranking: Query<SourceDomainRanking>, about: Signal<String>, params: Memo<SourcesParams>) -> AnyView {
    let address = move |domain| SourcesParams { domain: Some(domain), page: None, ..params.get() }.address();
    domain_bars(ranking, |t| t.sources().ranking, about, use_source_owners(), address)
}
