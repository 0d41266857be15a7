//! The numbers of Google and Naver side by side. Most visits look at one of them, so this code is loaded when it is needed.

use leptos::prelude::*;

use super::LookupData;
use super::choices::{Selected, choose_relative, months_choice};
use crate::components::{
    KEYWORD_MAX, KEYWORDS_AT_FIRST, KeywordChart, KeywordSelection, KeywordTrends, UnaskedKeywords, more_rows,
    select_all_cell, select_cell, volume_cell,
};
use crate::exports::{Export, ExportCsv};
use crate::format::rate;
use crate::keywords::{KeywordData, KeywordProvider, KeywordRow};
use crate::lazy::lazy_part;
use crate::locale::{Pick, t, t_with};
use crate::navigation::use_params_order;
use crate::paths::CHARTED_MAX;
use crate::queries::keywords::KeywordLookup;
use crate::reactive::{live, live_on};
use crate::ui::{Methodology, SortKey, Table, TableOrder};
use crate::untrusted::quotation;

const COLUMNS: [&str; 5] = ["", "name", "-google", "-naver", "-share"];

type BothView = fn(LookupData, Memo<usize>, UnaskedKeywords, Callback<Vec<String>>) -> AnyView;

lazy_part! {
    keywords_of_both: BothView = view
}

/// A keyword with its data on each search engine.
#[derive(Clone, PartialEq)]
struct BothRow {
    google: KeywordRow,
    naver: KeywordRow,
    is_read: [bool; 2],
}

impl BothRow {
    fn keyword(&self) -> &str {
        &self.google.keyword
    }

    /// The part of the searches that is Naver's, 0.0..1.0. `None` if one volume is unknown, or both are 0.
    fn naver_share(&self) -> Option<f64> {
        let (google, naver) = (self.google.known_volume()? as f64, self.naver.known_volume()? as f64);
        (google + naver > 0.0).then(|| naver / (google + naver))
    }
}

fn view(data: LookupData, months: Memo<usize>, unasked: UnaskedKeywords, on_prompts: Callback<Vec<String>>) -> AnyView {
    let LookupData { params, lookup: google, naver_lookup: naver, selection, .. } = data;
    let keywords = google.keywords;
    let is_relative = Memo::new(move |_| params.with(|params| params.is_relative));
    let order = use_params_order(&COLUMNS, params, |params| &mut params.sort);
    let rows = Memo::new(move |_| {
        let row = |lookup: KeywordLookup, at: usize, keyword: &String| {
            let found = lookup.rows.with_items(|rows| rows.get(at).cloned());
            let is_read = found.is_some();
            (found.unwrap_or_else(|| KeywordRow { keyword: keyword.clone(), data: KeywordData::Skipped }), is_read)
        };
        let both = |(at, keyword): (usize, &String)| {
            let ((google, has_google), (naver, has_naver)) = (row(google, at, keyword), row(naver, at, keyword));
            BothRow { google, naver, is_read: [has_google, has_naver] }
        };
        let mut rows: Vec<BothRow> = keywords.with(|keywords| keywords.iter().enumerate().map(both).collect());
        rows.retain(|row| unasked.shows(row.keyword()));
        order.sorted(&rows, sort_key)
    });
    let is_empty = Memo::new(move |_| rows.with(Vec::is_empty));
    let rows_of = |pick: fn(&BothRow) -> &KeywordRow| {
        Memo::new(move |_| rows.with(|rows| rows.iter().map(|row| pick(row).clone()).collect::<Vec<_>>()))
    };
    let (of_google, of_naver) = (rows_of(|row| &row.google), rows_of(|row| &row.naver));
    let trends = [of_google, of_naver].map(|rows| KeywordTrends::new(rows, months, selection));
    let export =
        move |()| Export::table(move |tables| tables.keywords_of_both(&of_google.get(), &of_naver.get(), months.get()));
    let [google_peak, naver_peak] = [RwSignal::new(0.0), RwSignal::new(0.0)];
    let chart = move |rows: Memo<Vec<KeywordRow>>, provider: KeywordProvider, name: Pick| {
        let beside = match provider {
            KeywordProvider::Google => [google_peak, naver_peak],
            KeywordProvider::Naver => [naver_peak, google_peak],
        };
        view! {
            <div class="section beside">
                <h2>{t(name)}</h2>
                <KeywordChart
                    rows
                    provider=Memo::new(move |_| provider)
                    months
                    is_relative
                    on_relative=choose_relative(params)
                    selection
                    beside
                />
            </div>
        }
        .into_any()
    };
    view! {
        <section class="section" aria-label=t(|t| t.common().trend)>
            {months_choice(params)}
            <div class="side-by-side">
                {chart(of_google, KeywordProvider::Google, |t| t.keywords().google)}
                {chart(of_naver, KeywordProvider::Naver, |t| t.keywords().naver)}
            </div>
            <p class="muted">{t_with(|t| (t.keywords().chart_hint)(CHARTED_MAX as u64))}</p>
        </section>
        <section class="section" aria-label=t(|t| t.frame().keywords)>
            <div class="keyword-state">
                {unasked.filter()}
                <ExportCsv export />
                <Selected keywords rows=of_google selection on_prompts />
            </div>
            {live_on(is_empty, move |is_empty| match is_empty {
                true => UnaskedKeywords::none(),
                false => table(rows, trends, order, selection, unasked),
            })}
        </section>
        <Methodology
            text=t_with(|t| {
                let texts = t.keywords();
                [texts.methodology_both, texts.methodology_google, texts.methodology_naver].join(" ")
            })
        />
    }
    .into_any()
}

fn sort_key(row: &BothRow, column: &str) -> Option<SortKey> {
    match column {
        "name" => SortKey::text(row.keyword()),
        "google" => row.google.volume().and_then(SortKey::count),
        "naver" => row.naver.volume().and_then(SortKey::count),
        "share" => row.naver_share().map(SortKey::Number),
        _ => None,
    }
}

fn table(
    rows: Memo<Vec<BothRow>>,
    trends: [KeywordTrends; 2],
    order: TableOrder,
    selection: KeywordSelection,
    unasked: UnaskedKeywords,
) -> AnyView {
    let length = Signal::derive(move || rows.with(Vec::len));
    let (limit, more) = more_rows(length, KEYWORDS_AT_FIRST, KEYWORDS_AT_FIRST);
    let shown =
        move || rows.with(|rows| rows.iter().take(limit.get()).map(|row| row.keyword().to_owned()).collect::<Vec<_>>());
    let trend_head = || view! { <th scope="col" class="wide-only number">{t(|t| t.common().trend)}</th> };
    let head = view! {
        {select_all_cell(shown, selection)}
        {order.head("name", t(|t| t.keywords().keyword), "")}
        {order.head("google", t(|t| t.keywords().google), "number")}
        {trend_head()}
        {order.head("naver", t(|t| t.keywords().naver), "number")}
        {trend_head()}
        {order.head("share", t(|t| t.keywords().naver_share), "number naver-share")}
    };
    let body = live(move || {
        let row = |row: &BothRow| table_row(row, trends, selection, unasked);
        rows.with(|rows| rows.iter().take(limit.get()).map(row).collect_view()).into_any()
    });
    view! {
        <Table class="table keyword-table" head=head.into_any() rows=body />
        {more}
    }
    .into_any()
}

fn table_row(
    row: &BothRow,
    [on_google, on_naver]: [KeywordTrends; 2],
    selection: KeywordSelection,
    unasked: UnaskedKeywords,
) -> AnyView {
    let volume = |row: &KeywordRow, is_read: bool| match is_read {
        true => volume_cell(row),
        false => view! { <td class="number muted">{t(|t| t.keywords().not_read)}</td> }.into_any(),
    };
    let [has_google, has_naver] = row.is_read;
    let share = row.naver_share().map_or_else(|| "–".to_owned(), rate);
    view! {
        <tr>
            {select_cell(row.keyword(), selection)}
            <th scope="row">
                <bdi class="keyword">{quotation(row.keyword(), KEYWORD_MAX)}</bdi>
                {unasked.mark(row.keyword())}
            </th>
            {volume(&row.google, has_google)}
            {on_google.cell(&row.google)}
            {volume(&row.naver, has_naver)}
            {on_naver.cell(&row.naver)}
            <td class="number naver-share">{share}</td>
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use answerdeck_api::{GoogleKeywordMetrics, NaverKeywordMetrics};

    use super::*;

    fn both(google: Option<u64>, naver: u64, is_hidden: bool) -> BothRow {
        let row = |data| KeywordRow { keyword: "earbuds".to_owned(), data };
        let google = GoogleKeywordMetrics { search_volume: google, ..GoogleKeywordMetrics::default() };
        let naver = NaverKeywordMetrics {
            search_volume_total: naver,
            pc_below_threshold: is_hidden,
            mobile_below_threshold: is_hidden,
            ..NaverKeywordMetrics::default()
        };
        let naver = KeywordData::Naver { metrics: Some(naver), trend: None };
        BothRow { google: row(KeywordData::Google(Some(google))), naver: row(naver), is_read: [true; 2] }
    }

    #[test]
    fn the_share_of_naver_needs_both_volumes() {
        assert_eq!(both(Some(100), 300, false).naver_share(), Some(0.75));
        assert_eq!(both(Some(0), 0, false).naver_share(), None);
        assert_eq!(both(None, 300, false).naver_share(), None);
        assert_eq!(both(Some(100), 0, true).naver_share(), None);
    }
}
