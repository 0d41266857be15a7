//! The searches that the page shows, and their ranking as a table or as bars.

use answerdeck_api::{FanoutRanking, FanoutStatistic, ModelCode};
use leptos::prelude::*;

use crate::charts::{Bar, BarChart, Chart, DataTable, Drawing, ValueAxis};
use crate::components::{
    ModelBadge, NO_BRAND, RelativeTime, count_bar, counted_model_labels, own_brand_badge, ranking_table, search_words,
};
use crate::csv::Cell;
use crate::format::{count, decimal, region, share};
use crate::lazy::lazy_part;
use crate::locale::{t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswerFilterParams, FanoutsParams, RouteFilter, UrlParams};
use crate::queries::use_models;
use crate::reactive::live_when;
use crate::sorting::sort_by_key;
use crate::ui::{SortKey, TableOrder};
use crate::untrusted::{quotation, visible, word_diff};

/// The color number of searches that name the own brand.
const NAMES_OWN: usize = 1;

/// The length to which a heading or a chart cuts a search.
pub const SEARCH_CHARS_MAX: usize = 120;

pub const SEARCH_COLUMNS: [&str; 3] = ["-times", "search", "-latest"];

/// The searches that a page shows, with their data.
#[derive(Clone, Copy)]
pub struct Searches {
    pub ranking: StoredValue<FanoutRanking>,
    /// The text of the prompt that the answers are filtered by.
    pub prompt: Memo<Option<String>>,
    pub params: Memo<FanoutsParams>,
    /// The answers that are counted.
    pub answers: Memo<AnswerFilterParams>,
    pub order: TableOrder,
    /// The positions in the ranking of the searches that the table shows, in its order.
    pub in_order: Memo<Vec<usize>>,
}

impl Searches {
    pub fn at(self, index: usize) -> Option<FanoutStatistic> {
        self.ranking.with_value(|found| found.fanouts.get(index).cloned())
    }

    /// The searches that the filter shows, the most frequent first. Reactive.
    pub fn shown(self) -> Vec<FanoutStatistic> {
        let mut shown = self.in_order.get();
        sort_by_key(&mut shown, |index| *index);
        shown.into_iter().filter_map(|index| self.at(index)).collect()
    }
}

/// The positions of the searches that the filter shows, in the order of the table. Reactive.
pub fn in_order(fanouts: &[FanoutStatistic], without_own: bool, order: TableOrder) -> Vec<usize> {
    let mut positions = order.positions(fanouts, |fanout, column| match column {
        "search" => SortKey::text(&fanout.query),
        "latest" => SortKey::text(fanout.latest_created_at.as_str()),
        _ => SortKey::count(fanout.fanout_count),
    });
    let names_own = |index: &usize| fanouts.get(*index).and_then(|fanout| fanout.names_own) == Some(true);
    positions.retain(|index| !without_own || !names_own(index));
    positions
}

pub fn table(searches: Searches) -> AnyView {
    let order = searches.order;
    // One region of all searches says nothing.
    let has_regions = searches.ranking.with_value(|found| {
        let mut regions = found.fanouts.iter().map(|fanout| &fanout.regions);
        let first = regions.next();
        regions.any(|regions| Some(regions) != first)
    });
    let head = view! {
        {order.head("search", t(|t| t.fanouts().search), "")}
        <th scope="col" class="wide-only">{t(|t| t.runs().models)}</th>
        {has_regions.then(|| view! { <th scope="col" class="wide-only fit">{t(|t| t.fanouts().regions)}</th> })}
        {order.head("times", t(|t| t.common().times), "count-bar")}
        <th scope="col" class="not-phone fit number">{t(|t| t.sources().share)}</th>
        {order.head("latest", t(|t| t.fanouts().last_run), "wide-only fit")}
    };
    let has_prompt = move || searches.prompt.with(Option::is_some);
    let is_empty = move || searches.in_order.with(Vec::is_empty);
    view! {
        {live_when(has_prompt, || view! { <p class="muted">{t(|t| t.answers().fanouts_description)}</p> })}
        {ranking_table(head, searches.in_order, move |index| row(searches, has_regions, index))}
        {live_when(is_empty, || view! { <p class="muted">{t(|t| t.fanouts().all_name_own)}</p> })}
    }
    .into_any()
}

fn row(searches: Searches, has_regions: bool, index: usize) -> Option<AnyView> {
    let (max, total) = searches
        .ranking
        .with_value(|found| (found.fanouts.first().map_or(0, |first| first.fanout_count), found.total_fanouts));
    let FanoutStatistic { query, fanout_count, latest_created_at, models, regions, names_own } = searches.at(index)?;
    let search = Some(query.clone());
    let address = move || FanoutsParams { search: search.clone(), ..searches.params.get() }.address();
    let words = match searches.prompt.get() {
        Some(prompt) => search_words(word_diff(&prompt, &query)),
        None => view! { <bdi>{visible(&query)}</bdi> }.into_any(),
    };
    // Few searches name the brand, so these have the badge.
    let badge = (names_own == Some(true)).then(own_brand_badge);
    let mut models = models.unwrap_or_default();
    sort_by_key(&mut models, ModelCode::clone);
    let (offered, codes) = (use_models(), models.clone());
    let names = t_with(move |_| searches.answers.with(|answers| counted_model_labels(offered, &codes, &answers.route)));
    let route = searches.answers.with(|answers| answers.route.clone());
    let is_mixed = route == RouteFilter::All;
    let route = if let RouteFilter::Only(route) = route { Some(route) } else { None };
    let badge_of = |code: &ModelCode| view! { <ModelBadge code=code.clone() route=route.clone() is_mixed /> };
    let badges = || models.iter().map(badge_of).collect_view();
    let regions = has_regions.then(|| {
        let regions = regions.unwrap_or_default();
        let names = t_with(move |_| regions.iter().map(|code| region(code)).collect::<Vec<_>>().join(", "));
        view! { <td class="wide-only fit muted">{names}</td> }
    });
    let row = view! {
        <tr>
            <th scope="row">
                <a href=address>{words}</a>
                " "
                {badge}
                <span class="cell-note narrow-only"><span class="initials">{badges()}</span></span>
            </th>
            <td class="wide-only"><span class="initials" title=names>{badges()}</span></td>
            {regions}
            {count_bar(fanout_count, max, series(names_own))}
            <td class="not-phone fit number">{t_with(move |_| share(fanout_count, total))}</td>
            <td class="wide-only fit muted"><RelativeTime at=latest_created_at /></td>
        </tr>
    };
    Some(row.into_any())
}

pub fn series(names_own: Option<bool>) -> usize {
    if names_own == Some(true) { NAMES_OWN } else { NO_BRAND }
}

lazy_part! {
    /// The ranking as bars, which few visits see.
    fanout_chart: fn(Searches) -> AnyView = chart_view
}

fn chart_view(searches: Searches) -> AnyView {
    let total = searches.ranking.with_value(|found| found.total_fanouts);
    let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| {
        let texts = texts().fanouts();
        let bar = |fanout: FanoutStatistic| Bar {
            name: quotation(&fanout.query, SEARCH_CHARS_MAX),
            series: series(fanout.names_own),
            value: Some(fanout.fanout_count as f64),
            label: count(fanout.fanout_count),
            text: (texts.times_of)(fanout.fanout_count, total),
        };
        let bars = searches.shown().into_iter().map(bar).collect();
        BarChart { bars, axis: ValueAxis { min_step: 1.0, limit: None, label: decimal } }.draw(width)
    });
    let table = Box::new(move || {
        let shown = searches.shown();
        let row = |fanout: &FanoutStatistic| vec![visible(&fanout.query), count(fanout.fanout_count)];
        let numbers =
            |fanout: &FanoutStatistic| vec![Cell::Text(fanout.query.clone()), Cell::Count(fanout.fanout_count)];
        let columns = [texts().fanouts().search, texts().common().times];
        let (rows, numbers) = (shown.iter().map(row).collect(), shown.iter().map(numbers).collect());
        DataTable::new(&columns, rows, &columns, numbers)
    });
    let description = t_with(move |t| (t.fanouts().about)(searches.shown().len() as u64, total));
    let on_open = use_open(move |bar, _| {
        let search = searches.shown().get(bar).map(|fanout| fanout.query.clone())?;
        Some(FanoutsParams { search: Some(search), ..searches.params.get() }.address())
    });
    view! { <Chart title=t(|t| t.fanouts().ranking) description draw table on_open /> }.into_any()
}
