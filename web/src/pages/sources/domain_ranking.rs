//! The ranking of domains as a table, or as bars.

use answerdeck_api::{AssignedDomainType, SourceDomainRanking, SourceDomainStatistic};
use leptos::prelude::*;

use crate::components::{
    RelativeTime, SourceOwner, SourceOwners, count_bar, domain_bars, domain_name, ranking_table, use_source_owners,
};
use crate::format::{count, share};
use crate::lazy::lazy_part;
use crate::locale::{t, t_with, texts};
use crate::paths::{SourcesParams, UrlParams};
use crate::queries::Query;
use crate::ui::{SortKey, TableOrder};

pub const DOMAIN_COLUMNS: [&str; 5] = ["-citations", "name", "type", "-answers", "-latest"];

pub fn sort_key(domain: &SourceDomainStatistic, column: &str) -> Option<SortKey> {
    match column {
        "name" => SortKey::text(&domain.domain),
        "type" => SortKey::text(type_name(domain.domain_type.as_ref())?),
        "answers" => SortKey::count(domain.answer_count),
        "latest" => SortKey::text(domain.latest_created_at.as_str()),
        _ => SortKey::count(domain.citation_count),
    }
}

pub fn domain_table(
    ranking: StoredValue<SourceDomainRanking>,
    owners: SourceOwners,
    params: Memo<SourcesParams>,
    order: TableOrder,
    positions: Memo<Vec<usize>>,
) -> AnyView {
    let name = t_with(move |t| {
        let is_site = params.with(|params| params.level.is_some());
        if is_site { t.common().site } else { t.common().domain }.to_owned()
    });
    // Of one type only, it is not a share of all citations.
    let share_name = t_with(move |t| {
        let has_type = params.with(|params| params.domain_type.is_some());
        if has_type { t.sources().share_of_type } else { t.sources().share }.to_owned()
    });
    let head = view! {
        <th scope="col" class="wide-only fit number">{t(|t| t.sources().rank)}</th>
        {order.head("name", name, "")}
        {order.head("type", t(|t| t.sources().domain_type), "wide-only fit")}
        {order.head("citations", t(|t| t.sources().citations), "count-bar")}
        <th scope="col" class="not-phone fit number">{share_name}</th>
        {order.head("answers", t(|t| t.frame().answers), "not-phone fit number")}
        {order.head("latest", t(|t| t.sources().last_cited), "wide-only fit")}
    };
    let total = ranking.with_value(|ranking| ranking.total_citations);
    let max = ranking.with_value(|ranking| ranking.domains.first().map_or(0, |first| first.citation_count));
    let row = move |rank: usize| {
        let SourceDomainStatistic { domain, citation_count, answer_count, latest_created_at, domain_type } =
            ranking.with_value(|found| found.domains.get(rank).cloned())?;
        let owner = owners.of_domain(&domain);
        let of_domain = Some(domain.clone());
        let address =
            Signal::derive(move || SourcesParams { domain: of_domain.clone(), page: None, ..params.get() }.address());
        Some(view! {
            <tr>
                <td class="wide-only fit number muted">{t_with(move |_| count(rank as u64 + 1))}</td>
                <th scope="row">
                    {domain_name(&domain, address, owner.badge())}
                    <span class="cell-note phone-only">
                        {t_with(move |t| (t.sources().narrow)(&share(citation_count, total), answer_count))}
                    </span>
                </th>
                <td class="wide-only fit muted">{(owner == SourceOwner::Nobody).then(|| type_view(domain_type)).flatten()}</td>
                {count_bar(citation_count, max, owner.series())}
                <td class="not-phone fit number">{t_with(move |_| share(citation_count, total))}</td>
                <td class="not-phone fit number"><a href=address>{t_with(move |_| count(answer_count))}</a></td>
                <td class="wide-only fit muted"><RelativeTime at=latest_created_at /></td>
            </tr>
        })
    };
    ranking_table(head, positions, row)
}

lazy_part! {
    /// The ranking as bars, which few visits see.
    source_chart: fn(Query<SourceDomainRanking>, Signal<String>, Memo<SourcesParams>) -> AnyView = chart_view
}

// `about` is what the ranking counts.
fn chart_view(ranking: Query<SourceDomainRanking>, about: Signal<String>, params: Memo<SourcesParams>) -> AnyView {
    let address = move |domain| SourcesParams { domain: Some(domain), page: None, ..params.get() }.address();
    domain_bars(ranking, |t| t.sources().ranking, about, use_source_owners(), address)
}

pub fn type_name(assigned: Option<&AssignedDomainType>) -> Option<&'static str> {
    Some((texts().sources().type_name)(&assigned?.domain_type))
}

/// The name of a type, with where it comes from.
pub fn type_view(assigned: Option<AssignedDomainType>) -> Option<AnyView> {
    let AssignedDomainType { domain_type, origin } = assigned?;
    let name = t_with(move |t| (t.sources().type_name)(&domain_type).to_owned());
    let origin = t_with(move |t| (t.sources().type_origin)(Some(&origin)).to_owned());
    Some(view! { <span title=origin>{name}</span> }.into_any())
}
