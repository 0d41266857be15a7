//! The ranking of the pages of a domain as a table.

use answerdeck_api::{SourceUrlRanking, SourceUrlStatistic};
use leptos::prelude::*;

use crate::components::{ALL_ROWS, ROWS_AT_FIRST, RelativeTime, SourceOwners, count_bar, more_rows};
use crate::format::count;
use crate::locale::{t, t_with};
use crate::paths::{SourcesParams, UrlParams};
use crate::ui::{ExternalLink, Icon, IconName, SortKey, Table, TableOrder, ordered_rows_with_state};
use crate::untrusted::{LinkTarget, link_target, quotation, visible};

pub const PAGE_COLUMNS: [&str; 4] = ["-citations", "name", "-answers", "-latest"];

/// The maximum length of a title in characters.
const TITLE_MAX: usize = 160;

/// The positions of the pages in an order of the table. Reactive.
pub fn page_order(urls: &[SourceUrlStatistic], order: TableOrder) -> Vec<usize> {
    order.positions(urls.len(), &|column, row| {
        let url = urls.get(row)?;
        match column {
            "name" => SortKey::text(&quotation(&url.title, TITLE_MAX)),
            "answers" => SortKey::count(url.answer_count),
            "latest" => SortKey::text(url.latest_created_at.as_str()),
            _ => SortKey::count(url.citation_count),
        }
    })
}

/// The ranking as rows.
pub fn page_table(
    ranking: SourceUrlRanking,
    owners: SourceOwners,
    params: Memo<SourcesParams>,
    order: TableOrder,
    positions: Memo<Vec<usize>>,
) -> AnyView {
    let head = view! {
        {order.head("name", t(|t| t.common().page), "")}
        {order.head("citations", t(|t| t.sources().citations), "count-bar")}
        {order.head("answers", t(|t| t.frame().answers), "fit number")}
        {order.head("latest", t(|t| t.sources().last_cited), "wide-only fit")}
    };
    let max = ranking.urls.first().map_or(0, |first| first.citation_count);
    let length = ranking.urls.len();
    let ranking = StoredValue::new(ranking);
    let (shown, more) = more_rows(length, ROWS_AT_FIRST, ALL_ROWS);
    let owner = move |index: usize| {
        let url = ranking.with_value(|found| found.urls.get(index).map(|found| found.url.clone()));
        url.map_or_else(String::new, |url| owners.of_page(&url).key())
    };
    let rows = ordered_rows_with_state(
        move || positions.with(|order| order.iter().take(shown.get()).copied().collect()),
        owner,
        move |index| ranking.with_value(|found| Some(page_row(found.urls.get(index)?, max, owners, params))),
    );
    view! {
        <Table class="table ranking" head=head.into_any() rows />
        {more}
    }
    .into_any()
}

fn page_row(url: &SourceUrlStatistic, max: u64, owners: SourceOwners, params: Memo<SourcesParams>) -> AnyView {
    let SourceUrlStatistic { url, title, citation_count, answer_count, latest_created_at, .. } = url.clone();
    let owner = owners.of_page(&url);
    let page = Some(url.clone());
    let answers = move || SourcesParams { page: page.clone(), rivals: Vec::new(), ..params.get() }.address();
    let title = quotation(&title, TITLE_MAX);
    let is_untitled = title.is_empty();
    let name =
        move || if is_untitled { t(|t| t.answers().source_untitled).into_any() } else { title.clone().into_any() };
    let link = match link_target(&url) {
        LinkTarget::Web { address, .. } => {
            let shown = visible(&address).into_owned();
            view! {
                <ExternalLink address>
                    <bdi>{name()}</bdi>
                    " "
                    <Icon icon=IconName::External />
                </ExternalLink>
                " "
                {owner.badge()}
                <bdi class="cell-note line-clamp">{shown}</bdi>
            }
            .into_any()
        }
        LinkTarget::Inert(address) => view! {
            <bdi>{name()}</bdi>
            <span class="cell-note">
                {t(|t| t.answers().source_unsafe)} ": " <bdi class="line-clamp">{address}</bdi>
            </span>
        }
        .into_any(),
    };
    view! {
        <tr>
            <th scope="row">{link}</th>
            {count_bar(citation_count, max, owner.series())}
            <td class="fit number">
                <a href=answers aria-label=t_with(move |t| (t.sources().answers_of)(answer_count))>
                    {t_with(move |_| count(answer_count))}
                </a>
            </td>
            <td class="wide-only fit muted">
                <RelativeTime at=latest_created_at />
            </td>
        </tr>
    }
    .into_any()
}
