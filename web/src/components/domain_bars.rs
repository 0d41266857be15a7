use answerdeck_api::{SourceDomainRanking, SourceDomainStatistic};
use leptos::prelude::*;

use crate::charts::{Bar, BarChart, Chart, DataTable, ValueAxis};
use crate::format::{count, decimal};
use crate::locale::{Pick, t, texts};
use crate::navigation::use_open;
use crate::queries::Query;
use crate::untrusted::visible;

/// Shows the domains of a ranking as bars. `look` returns the name and the color of the bar of a domain, and `address` what it opens.
pub fn domain_bars(
    ranking: Query<SourceDomainRanking>,
    title: Pick,
    description: Signal<String>,
    look: impl Fn(&str) -> (String, usize) + 'static,
    address: impl Fn(String) -> String + Send + Sync + 'static,
) -> AnyView {
    let draw = Box::new(move |width: f64| {
        let citations_in = texts().sources().citations_in;
        let bar = |statistic: &SourceDomainStatistic| {
            let (name, series) = look(&statistic.domain);
            Bar {
                name,
                series,
                value: Some(statistic.citation_count as f64),
                label: count(statistic.citation_count),
                text: citations_in(statistic.citation_count, statistic.answer_count),
            }
        };
        let bars = ranking.with(|ranking| ranking.into_iter().flat_map(|found| &found.domains).map(bar).collect());
        BarChart { bars, axis: ValueAxis { min_step: 1.0, limit: None, label: decimal } }.draw(width)
    });
    let table = Box::new(move || {
        let row = |statistic: &SourceDomainStatistic| {
            let domain = visible(&statistic.domain).into_owned();
            vec![domain, count(statistic.citation_count), count(statistic.answer_count)]
        };
        let rows = ranking.with(|ranking| ranking.into_iter().flat_map(|found| &found.domains).map(row).collect());
        DataTable::new(&[texts().common().domain, texts().sources().citations, texts().frame().answers], rows)
    });
    let on_open = use_open(move |bar, _| {
        let domain = ranking.with(|ranking| Some(ranking?.domains.get(bar)?.domain.clone()))?;
        Some(address(domain))
    });
    view! { <Chart title=t(title) description draw table on_open /> }.into_any()
}
