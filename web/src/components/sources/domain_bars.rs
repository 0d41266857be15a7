use answerdeck_api::{SourceDomainRanking, SourceDomainStatistic};
use leptos::prelude::*;

use super::owner::{SourceOwner, SourceOwners};
use crate::charts::{Bar, BarChart, Chart, DataTable, ValueAxis};
use crate::csv::Cell;
use crate::format::{count, decimal};
use crate::locale::{Pick, t, texts};
use crate::navigation::use_open;
use crate::queries::Query;
use crate::untrusted::visible;

/// Shows the domains of a ranking as bars in the colors of their owners. `address` returns what the bar of a domain opens.
pub fn domain_bars(
    ranking: Query<SourceDomainRanking>,
    title: Pick,
    description: Signal<String>,
    owners: SourceOwners,
    address: impl Fn(String) -> String + Send + Sync + 'static,
) -> AnyView {
    let draw = Box::new(move |width: f64| {
        let citations_in = texts().sources().citations_in;
        let bar = |statistic: &SourceDomainStatistic| {
            let (owner, domain) = (owners.of_domain(&statistic.domain), visible(&statistic.domain));
            let series = owner.series();
            let name = match owner {
                SourceOwner::Own(_) => (texts().mentions().own_mark)(&domain),
                SourceOwner::OtherBrand(brand, _) => format!("{domain} ({brand})"),
                SourceOwner::Nobody => domain,
            };
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
        let counts = |statistic: &SourceDomainStatistic| [statistic.citation_count, statistic.answer_count];
        let row = |statistic: &SourceDomainStatistic| {
            let domain = visible(&statistic.domain);
            std::iter::once(domain).chain(counts(statistic).map(count)).collect()
        };
        let numbers = |statistic: &SourceDomainStatistic| {
            let domain = Cell::Text(statistic.domain.clone());
            std::iter::once(domain).chain(counts(statistic).map(Cell::Count)).collect()
        };
        let columns = [texts().common().domain, texts().sources().citations, texts().frame().answers];
        ranking.with(|ranking| {
            let domains = ranking.map_or(&[][..], |found| &found.domains);
            let (rows, numbers) = (domains.iter().map(row).collect(), domains.iter().map(numbers).collect());
            DataTable::new(&columns, rows, &columns, numbers)
        })
    });
    let on_open = use_open(move |bar, _| {
        let domain = ranking.with(|ranking| Some(ranking?.domains.get(bar)?.domain.clone()))?;
        Some(address(domain))
    });
    view! { <Chart title=t(title) description draw table on_open /> }.into_any()
}
