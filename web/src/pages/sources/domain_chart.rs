//! The ranking of domains as bars. The code is loaded when the chart is shown.

use answerdeck_api::{SourceDomainRanking, SourceDomainStatistic};
use leptos::prelude::*;

use crate::charts::{Bar, BarChart, Chart, DataTable, Drawing, ValueAxis};
use crate::components::SourceOwners;
use crate::format::{count, decimal};
use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::locale::{t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{SourcesParams, UrlParams};
use crate::queries::Query;
use crate::ui::skeleton;
use crate::untrusted::visible;

type ChartView = fn(Query<SourceDomainRanking>, SourceOwners, Memo<SourcesParams>) -> AnyView;

pub fn domain_chart(ranking: Query<SourceDomainRanking>, owners: SourceOwners, params: Memo<SourcesParams>) -> AnyView {
    lazy_view(loaded(load), skeleton::<8>, move |view| view(ranking, owners, params))
}

lazy_part! {
    source_chart: ChartView = view
}

fn view(ranking: Query<SourceDomainRanking>, owners: SourceOwners, params: Memo<SourcesParams>) -> AnyView {
    let chart = move || {
        let texts = texts();
        let bar = |statistic: &SourceDomainStatistic| {
            let owner = owners.of_domain(&statistic.domain);
            let domain = visible(&statistic.domain).into_owned();
            Bar {
                name: owner.name().map_or(domain.clone(), |owner| format!("{domain} ({owner})")),
                series: owner.series(),
                value: Some(statistic.citation_count as f64),
                label: count(statistic.citation_count),
                text: (texts.sources().citations_in)(statistic.citation_count, statistic.answer_count),
            }
        };
        let bars = ranking.with(|ranking| ranking.into_iter().flat_map(|found| &found.domains).map(bar).collect());
        BarChart { bars, axis: ValueAxis { min_step: 1.0, limit: None, label: decimal } }
    };
    let description = t_with(move |t| {
        ranking.with(|ranking| {
            let shown = ranking.map_or(0, |found| found.domains.len() as u64);
            let domains = ranking.and_then(|found| found.total_domains);
            (t.sources().about)(
                params.with(|params| params.by_site),
                shown,
                domains,
                ranking.map_or(0, |found| found.total_citations),
            )
        })
    });
    let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| chart().draw(width));
    let table = Box::new(move || {
        let texts = texts().sources();
        let columns = [texts.domain, texts.citations, texts.answers].map(str::to_owned).to_vec();
        let row = |statistic: &SourceDomainStatistic| {
            let domain = visible(&statistic.domain).into_owned();
            vec![domain, count(statistic.citation_count), count(statistic.answer_count)]
        };
        let rows = ranking.with(|ranking| ranking.map(|found| found.domains.iter().map(row).collect()));
        DataTable { columns, rows: rows.unwrap_or_default(), numbers: None }
    });
    let on_open = use_open(move |bar, _| {
        let domain = ranking.with(|ranking| Some(ranking?.domains.get(bar)?.domain.clone()))?;
        Some(SourcesParams { domain: Some(domain), page: None, ..params.get() }.address())
    });
    view! { <Chart title=t(|t| t.sources().ranking) description draw table on_open /> }.into_any()
}
