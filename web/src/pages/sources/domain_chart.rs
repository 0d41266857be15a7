//! The ranking of domains as bars. The code is loaded when the chart is shown.

use answerdeck_api::SourceDomainRanking;
use leptos::prelude::*;

use crate::components::{SourceOwners, domain_bars};
use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::locale::t_with;
use crate::paths::{SourcesParams, UrlParams};
use crate::queries::Query;
use crate::ui::skeleton;

pub fn domain_chart(ranking: Query<SourceDomainRanking>, owners: SourceOwners, params: Memo<SourcesParams>) -> AnyView {
    lazy_view(loaded(load), skeleton::<8>, move |view| view(ranking, owners, params))
}

lazy_part! {
    source_chart: fn(Query<SourceDomainRanking>, SourceOwners, Memo<SourcesParams>) -> AnyView = view
}

fn view(ranking: Query<SourceDomainRanking>, owners: SourceOwners, params: Memo<SourcesParams>) -> AnyView {
    let description = t_with(move |t| {
        ranking.with(|ranking| {
            let shown = ranking.map_or(0, |found| found.domains.len() as u64);
            let domains = ranking.and_then(|found| found.total_domains);
            (t.sources().about)(
                params.with(|params| params.level.is_some()),
                shown,
                domains,
                ranking.map_or(0, |found| found.total_citations),
            )
        })
    });
    let address = move |domain| SourcesParams { domain: Some(domain), page: None, ..params.get() }.address();
    domain_bars(ranking, |t| t.sources().ranking, description, owners, address)
}
