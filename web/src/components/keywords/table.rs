use answerdeck_api::{Competition, GoogleKeywordMetrics, NaverKeywordMetrics};
use leptos::prelude::*;

use super::chart::drawn_keywords;
use super::selection::KeywordSelection;
use super::unasked::UnaskedKeywords;
use crate::charts::Sparkline;
use crate::components::more_rows;
use crate::format::{count, decimal, dollars, percent_change, rate};
use crate::keywords::{
    KeywordData, KeywordProvider, KeywordRow, Month, MonthlyValues, aligned, last_months, latest_month,
};
use crate::locale::{Pick, Texts, t, t_with};
use crate::paths::KeywordIdeas;
use crate::reactive::{live, live_option};
use crate::ui::{Checkbox, SortKey, Table, TableOrder, actions_head, keyed_items};
use crate::untrusted::quotation;

/// The maximum length of a name of the platform in a cell, in characters.
const QUOTED_CHARS_MAX: usize = 40;
/// The number of keywords that are shown at first, and that the button adds.
pub const KEYWORDS_AT_FIRST: usize = 100;
/// The maximum length of a keyword in a table, in characters. A platform may send longer ones than it accepts.
pub const KEYWORD_MAX: usize = 100;
/// The color number of the trend of a keyword that the chart does not draw: a gray.
const UNDRAWN: usize = 9;

/// The columns by which the table can be sorted. Each search engine has some of them.
pub const KEYWORD_COLUMNS: [&str; 8] =
    ["", "name", "-volume", "-change", "-difficulty", "-cpc", "-competition", "-ads"];

/// Keywords in an order of the table. Reactive.
pub fn keywords_in_order(rows: &[KeywordRow], order: TableOrder) -> Vec<KeywordRow> {
    order.sorted(rows, sort_key)
}

fn sort_key(row: &KeywordRow, column: &str) -> Option<SortKey> {
    let number = |number: Option<f64>| number.map(SortKey::Number);
    match (column, &row.data) {
        ("name", _) => SortKey::text(&row.keyword),
        ("volume", _) => row.volume().and_then(SortKey::count),
        ("change", KeywordData::Google(Some(metrics))) => number(metrics.search_volume_trend?.yearly),
        ("difficulty", KeywordData::Google(Some(metrics))) => number(metrics.keyword_difficulty.map(f64::from)),
        ("cpc", KeywordData::Google(Some(metrics))) => number(metrics.cpc),
        ("competition", KeywordData::Naver { metrics: Some(metrics), .. }) => {
            let level = match metrics.competition.as_ref()? {
                Competition::Low => 1.0,
                Competition::Medium => 2.0,
                Competition::High => 3.0,
                Competition::Unknown(_) => return None,
            };
            Some(SortKey::Number(level))
        }
        ("ads", KeywordData::Naver { metrics: Some(metrics), .. }) => metrics.ad_depth.and_then(SortKey::count),
        _ => None,
    }
}

/// Keywords with their metrics, and which of them are selected.
#[component]
pub fn KeywordTable(
    /// The keywords, in the order of the table.
    rows: Memo<Vec<KeywordRow>>,
    order: TableOrder,
    provider: Memo<KeywordProvider>,
    /// The number of months of the trends. `None` if there are no trends.
    months: Option<Memo<usize>>,
    selection: KeywordSelection,
    unasked: UnaskedKeywords,
    /// Called when other keywords are requested: suggestions for a keyword, or related ones.
    #[prop(optional, into)]
    on_ideas: Option<Callback<(KeywordIdeas, String)>>,
) -> AnyView {
    let length = Signal::derive(move || rows.with(Vec::len));
    let (limit, more) = more_rows(length, KEYWORDS_AT_FIRST, KEYWORDS_AT_FIRST);
    let shown =
        move || rows.with(|rows| rows.iter().take(limit.get()).map(|row| row.keyword.clone()).collect::<Vec<_>>());
    let trends = months.map(|months| KeywordTrends::new(rows, months, selection));
    let row = move |row: KeywordRow| {
        let name = quotation(&row.keyword, KEYWORD_MAX);
        let ideas = on_ideas.map(|on_ideas| idea_buttons(&row.keyword, &name, on_ideas));
        view! {
            <tr>
                {select_cell(&row.keyword, selection)}
                <th scope="row"><bdi class="keyword">{name}</bdi>{unasked.mark(&row.keyword)}</th>
                {volume_cell(&row)}
                {trends.map(|trends| trends.cell(&row))}
                {other_cells(&row)}
                {ideas}
            </tr>
        }
        .into_any()
    };
    let items = move || rows.with(|rows| rows.iter().take(limit.get()).cloned().collect::<Vec<_>>());
    let body = keyed_items(items, |row| row.keyword.as_str(), row);
    let head = view! {
        {select_all_cell(shown, selection)}
        {order.head("name", t(|t| t.keywords().keyword), "")}
        {live(move || columns(provider.get(), months.is_some(), order))}
        {on_ideas.map(|_| actions_head())}
    }
    .into_any();
    view! {
        <Table class="table keyword-table" head rows=body />
        {more}
    }
    .into_any()
}

pub fn select_all_cell(
    shown: impl Fn() -> Vec<String> + Copy + Send + Sync + 'static,
    selection: KeywordSelection,
) -> AnyView {
    let is_all = move || {
        let shown = shown();
        !shown.is_empty() && shown.iter().all(|keyword| selection.has(keyword))
    };
    view! {
        <th scope="col" class="fit">
            <Checkbox
                name=t(|t| t.keywords().select_all)
                checked=Signal::derive(is_all)
                on_change=move |is_selected: bool| selection.set_all(&untrack(shown), is_selected)
            />
        </th>
    }
    .into_any()
}

pub fn select_cell(keyword: &str, selection: KeywordSelection) -> AnyView {
    let (to_check, to_select) = (keyword.to_owned(), keyword.to_owned());
    let name = quotation(keyword, KEYWORD_MAX);
    view! {
        <td class="fit">
            <Checkbox
                name=t_with(move |t| (t.common().select)(&name))
                checked=Signal::derive(move || selection.has(&to_check))
                on_change=move |is_selected: bool| selection.set_all(std::slice::from_ref(&to_select), is_selected)
            />
        </td>
    }
    .into_any()
}

/// The trends of the keywords of one search engine.
#[derive(Clone, Copy)]
pub struct KeywordTrends {
    months: Memo<usize>,
    last: Memo<Option<Month>>,
    /// The keywords that the chart draws.
    drawn: Memo<Vec<String>>,
}

impl KeywordTrends {
    pub fn new(rows: Memo<Vec<KeywordRow>>, months: Memo<usize>, selection: KeywordSelection) -> Self {
        let last = Memo::new(move |_| {
            let trends: Vec<MonthlyValues> = rows.with(|rows| rows.iter().map(trend).collect());
            latest_month(trends.iter().map(Vec::as_slice))
        });
        let drawn = Memo::new(move |_| rows.with(|rows| drawn_keywords(rows, selection)));
        Self { months, last, drawn }
    }

    /// The cell of a keyword, in the color of its line if the chart draws it. Empty if there is no trend.
    pub fn cell(self, row: &KeywordRow) -> AnyView {
        let (keyword, values) = (row.keyword.clone(), trend(row));
        let series = Memo::new(move |_| {
            let line = self.drawn.with(|drawn| drawn.iter().position(|other| *other == keyword));
            line.map_or(UNDRAWN, |line| line + 1)
        });
        let view = live_option(move || {
            let months = last_months(self.last.get()?, self.months.get());
            let values = aligned(&values, &months);
            let series = series.get();
            values.iter().any(Option::is_some).then(|| view! { <Sparkline values series /> })
        });
        view! { <td class="wide-only fit">{view}</td> }.into_any()
    }
}

// The values of the trend of a keyword: searches, or ratios where nothing says how many searches they are.
fn trend(row: &KeywordRow) -> MonthlyValues {
    let volumes = row.monthly_volumes();
    if volumes.is_empty() { row.ratios() } else { volumes }
}

fn idea_buttons(keyword: &str, name: &str, on_ideas: Callback<(KeywordIdeas, String)>) -> AnyView {
    let button = |ideas: KeywordIdeas, text: Pick, label: fn(&str, Texts) -> String| {
        let (keyword, name) = (keyword.to_owned(), name.to_owned());
        view! {
            <button
                class="button"
                data-variant="quiet"
                type="button"
                aria-label=t_with(move |t| label(&name, t))
                on:click=move |_| on_ideas.run((ideas, keyword.clone()))
            >
                {t(text)}
            </button>
        }
    };
    view! {
        <td class="fit">
            <div class="row-actions keyword-actions">
                {button(
                    KeywordIdeas::Suggestions,
                    |t| t.keywords().suggestions,
                    |name, t| (t.keywords().suggestions_of)(name),
                )}
                {button(KeywordIdeas::Related, |t| t.keywords().related, |name, t| (t.keywords().related_of)(name))}
            </div>
        </td>
    }
    .into_any()
}

fn columns(provider: KeywordProvider, has_trends: bool, order: TableOrder) -> AnyView {
    let column = |name: Pick, class: &'static str| view! { <th scope="col" class=class>{t(name)}</th> }.into_any();
    let pair = |name: Pick| {
        let parts = t_with(|t| format!("{} · {}", t.keywords().desktop, t.keywords().mobile));
        view! {
            <th scope="col" class="wide-only number">
                {t(name)}
                <small class="cell-note">{parts}</small>
            </th>
        }
        .into_any()
    };
    let trend = has_trends.then(|| column(|t| t.common().trend, "wide-only number"));
    let volume = order.head("volume", t(|t| t.keywords().volume), "number");
    let sorted = |name: &'static str, text: Pick| order.head(name, t(text), "wide-only number");
    match provider {
        KeywordProvider::Google => view! {
            {volume}
            {trend}
            {sorted("change", |t| t.keywords().change)}
            {sorted("difficulty", |t| t.keywords().difficulty)}
            {sorted("cpc", |t| t.keywords().cpc)}
            {column(|t| t.keywords().intent, "wide-only")}
        }
        .into_any(),
        KeywordProvider::Naver => view! {
            {volume}
            {trend}
            {sorted("competition", |t| t.keywords().competition)}
            {pair(|t| t.keywords().clicks)}
            {pair(|t| t.keywords().click_rate)}
            {sorted("ads", |t| t.keywords().ads)}
        }
        .into_any(),
    }
}

fn other_cells(row: &KeywordRow) -> AnyView {
    match &row.data {
        KeywordData::Google(Some(metrics)) => google_cells(metrics),
        KeywordData::Naver { metrics: Some(metrics), .. } => naver_cells(metrics),
        _ => (0..4).map(|_| view! { <td class="wide-only"></td> }).collect_view().into_any(),
    }
}

/// The cell with the searches for a keyword in a month, or why there are none.
pub fn volume_cell(row: &KeywordRow) -> AnyView {
    let reason = |reason: Pick| view! { <td class="number muted">{t(reason)}</td> }.into_any();
    match &row.data {
        KeywordData::Google(Some(metrics)) => {
            let volume = metrics.search_volume;
            number(t_with(move |t| volume.map_or_else(|| t.keywords().hidden.to_owned(), count)), "number")
        }
        KeywordData::Naver { metrics: Some(metrics), .. } => naver_volume(metrics),
        KeywordData::Google(None) | KeywordData::Naver { metrics: None, .. } => reason(|t| t.charts().no_data),
        KeywordData::Skipped => reason(|t| t.keywords().skipped),
    }
}

fn number(text: Signal<String>, class: &'static str) -> AnyView {
    view! { <td class=class>{text}</td> }.into_any()
}

// A number of a cell, or a dash if there is none.
fn known<T: Copy + Send + Sync + 'static>(value: Option<T>, write: fn(T) -> String) -> Signal<String> {
    t_with(move |_| value.map_or_else(|| "–".to_owned(), write))
}

// A name of a cell, which the platform may have invented, or a dash if there is none.
fn named(name: Option<&str>) -> String {
    name.map_or_else(|| "–".to_owned(), |name| quotation(name, QUOTED_CHARS_MAX))
}

fn google_cells(metrics: &GoogleKeywordMetrics) -> AnyView {
    let yearly = metrics.search_volume_trend.and_then(|trend| trend.yearly);
    let intent = metrics.search_intent.clone();
    let intent = t_with(move |t| named(intent.as_ref().map(|intent| t.keywords().intent(intent))));
    view! {
        {number(known(yearly, percent_change), "wide-only number")}
        {number(known(metrics.keyword_difficulty.map(u64::from), count), "wide-only number")}
        {number(known(metrics.cpc, dollars), "wide-only number")}
        <td class="wide-only">{intent}</td>
    }
    .into_any()
}

fn naver_volume(metrics: &NaverKeywordMetrics) -> AnyView {
    let part = |volume: u64, is_below: bool, t: Texts| {
        if is_below { t.keywords().below_ten.to_owned() } else { count(volume) }
    };
    let (desktop, mobile) = (metrics.search_volume_pc, metrics.search_volume_mobile);
    let (small_desktop, small_mobile) = (metrics.pc_below_threshold, metrics.mobile_below_threshold);
    let total = metrics.search_volume_total;
    let is_small = small_desktop && small_mobile;
    let volume = t_with(move |t| if is_small { t.keywords().below_twenty.to_owned() } else { count(total) });
    let parts = t_with(move |t| {
        (t.keywords().desktop_mobile)(&part(desktop, small_desktop, t), &part(mobile, small_mobile, t))
    });
    let is_partial = small_desktop != small_mobile;
    view! {
        <td class="number">
            {volume}
            <small class="cell-note wide-only">{parts}</small>
            {is_partial.then(|| view! { <small class="cell-note">{t(|t| t.keywords().without_small)}</small> })}
        </td>
    }
    .into_any()
}

fn naver_cells(metrics: &NaverKeywordMetrics) -> AnyView {
    let competition = metrics.competition.clone();
    let competition = t_with(move |t| named(competition.as_ref().map(|level| t.keywords().competition(level))));
    let pair = |desktop: Option<f64>, mobile: Option<f64>, write: fn(f64) -> String| {
        t_with(move |_| {
            let written = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), write);
            format!("{} · {}", written(desktop), written(mobile))
        })
    };
    view! {
        {number(competition, "wide-only number")}
        {number(pair(metrics.avg_click_pc, metrics.avg_click_mobile, decimal), "wide-only number")}
        {number(pair(metrics.avg_ctr_pc, metrics.avg_ctr_mobile, |percent| rate(percent / 100.0)), "wide-only number")}
        {number(known(metrics.ad_depth, count), "wide-only number")}
    }
    .into_any()
}
