//! The searches whose answers never name the own brand, as a table.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{UnnamedSearch, UnnamedSearchFilter};
use leptos::prelude::*;

use super::nothing;
use super::search_ranking::series;
use crate::components::{CoverageNote, count_bar, ranking_table, steady_view};
use crate::exports::{Export, PartExport, export_part, time_range};
use crate::locale::{t, t_with};
use crate::navigation::use_params_order;
use crate::paths::{AnswerFilterParams, FanoutsParams, UrlParams};
use crate::queries::brands::{use_own_brand, use_own_brand_id};
use crate::queries::metrics::use_unnamed_searches;
use crate::reactive::{live_on, live_when};
use crate::ui::{SortKey, TableOrder, skeleton};
use crate::untrusted::visible;

const COLUMNS: [&str; 2] = ["-answers", "search"];

pub fn unnamed_searches(
    params: Memo<FanoutsParams>,
    answers: Memo<AnswerFilterParams>,
    of_page: PartExport,
) -> AnyView {
    let (own, own_id) = (use_own_brand(), use_own_brand_id());
    let found = use_unnamed_searches(move || {
        let (brand_id, limit) = (Some(own_id.get()?), Some(PAGE_SIZE_MAX));
        Some(UnnamedSearchFilter { brand_id, limit, ..answers.get().counted_scope()?.into() })
    });
    let order = use_params_order(&COLUMNS, params, |params| &mut params.sort);
    // In the order of the table, each with the answers of the first, which has the longest bar.
    let searches = Memo::new(move |_| {
        let found = found.with(|found| found.map(|found| found.searches.clone())).unwrap_or_default();
        let max = found.first().map_or(0, |first| first.answer_count);
        order.sorted(&found, sort_key).into_iter().map(|search| (search, max)).collect::<Vec<_>>()
    });
    let totals = Memo::new(move |_| {
        found.with(|found| found.map_or([0; 2], |found| [found.total_unnamed, found.total_searches]))
    });
    let coverage = Signal::derive(move || found.with(|found| found.map(|found| found.coverage)));
    let export = move |()| {
        let [total, _] = totals.get();
        let searches: Vec<UnnamedSearch> = searches.get().into_iter().map(|(search, _)| search).collect();
        Export::table(move |tables| tables.unnamed_searches(&searches, total, &answers.with(time_range)))
    };
    let about = t_with(move |t| {
        let ([unnamed, total], listed) = (totals.get(), searches.with(Vec::len) as u64);
        let name = own.with(|own| own.as_ref().map_or_else(String::new, |own| own.name.clone()));
        let in_all_regions = answers.with(|answers| answers.region.is_none());
        let about = (t.fanouts().unnamed_about)(&name, unnamed, total, in_all_regions);
        if listed < unnamed { [about, (t.fanouts().unnamed_listed)(listed)].join(" ") } else { about }
    });
    let is_empty = Memo::new(move |_| totals.get() == [0; 2]);
    let has_rows = Memo::new(move |_| searches.with(|searches| !searches.is_empty()));
    export_part(of_page, move || has_rows.get(), export);
    let content = move |is_empty: bool| match is_empty {
        true => nothing(answers, params),
        false => view! {
            <CoverageNote coverage />
            <p>{about}</p>
            {live_when(move || has_rows.get(), move || table_view(searches, params, order))}
        }
        .into_any(),
    };
    steady_view(found, skeleton::<8>, move || live_on(is_empty, content))
}

fn sort_key(search: &UnnamedSearch, column: &str) -> Option<SortKey> {
    if column == "search" { SortKey::text(&search.query) } else { SortKey::count(search.answer_count) }
}

fn table_view(searches: Memo<Vec<(UnnamedSearch, u64)>>, params: Memo<FanoutsParams>, order: TableOrder) -> AnyView {
    let head = view! {
        {order.head("search", t(|t| t.fanouts().search), "")}
        {order.head("answers", t(|t| t.frame().answers), "count-bar")}
    };
    let row = move |(UnnamedSearch { query, answer_count }, max): (UnnamedSearch, u64)| {
        let search = Some(query.clone());
        let address = move || FanoutsParams { search: search.clone(), rivals: Vec::new(), ..params.get() }.address();
        Some(view! {
            <tr>
                <th scope="row"><a href=address><bdi>{visible(&query)}</bdi></a></th>
                {count_bar(answer_count, max, series(None))}
            </tr>
        })
    };
    ranking_table(head, searches, row)
}
