//! The ranking of searches as a table and as a chart.

use answerdeck_api::FanoutStatistic;
use leptos::prelude::*;

use super::searches::Searches;
use crate::charts::{Bar, BarChart, Chart, DataTable, Drawing, ValueAxis};
use crate::components::{ModelBadge, RelativeTime, count_bar, more_rows, search_words};
use crate::format::{count, decimal, rate, region};
use crate::locale::{t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{FanoutsParams, UrlParams};
use crate::queries::{model_name, use_models};
use crate::reactive::{live, live_option};
use crate::ui::{Badge, Table, Tone};
use crate::untrusted::{quotation, visible, word_diff};

/// The color number of searches that name the own brand, and of others.
const NAMES_OWN: usize = 1;
const OTHER: usize = 8;
/// The maximum length of a search in the chart, in characters.
const QUOTED_MAX: usize = 120;

/// The ranking as rows.
pub fn table(searches: Searches) -> AnyView {
    let order = searches.order;
    let head = view! {
        {order.head("search", t(|t| t.fanouts().search), "")}
        <th scope="col" class="wide-only">{t(|t| t.fanouts().models)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.fanouts().regions)}</th>
        {order.head("times", t(|t| t.fanouts().times), "count-bar")}
        <th scope="col" class="wide-only fit number">{t(|t| t.fanouts().share)}</th>
        {order.head("latest", t(|t| t.fanouts().last_run), "wide-only fit")}
    };
    let shown = searches.in_order;
    let (shown_max, more) = more_rows(Signal::derive(move || shown.with(Vec::len)));
    let rows = live(move || {
        let shown = shown.get();
        if shown.is_empty() {
            return view! { <tr><td colspan="6" class="muted">{t(|t| t.fanouts().all_name_own)}</td></tr> }.into_any();
        }
        shown.into_iter().take(shown_max.get()).filter_map(|index| row(searches, index)).collect_view().into_any()
    });
    let has_prompt = Memo::new(move |_| searches.prompt.with(Option::is_some));
    view! {
        {live_option(move || has_prompt.get().then(|| view! { <p class="muted">{t(|t| t.fanouts().diff_about)}</p> }.into_any()))}
        <Table class="table ranking" head=head.into_any() rows />
        {more}
    }
    .into_any()
}

fn row(searches: Searches, index: usize) -> Option<AnyView> {
    let (max, total) = searches
        .ranking
        .with_value(|found| (found.fanouts.first().map_or(0, |first| first.fanout_count), found.total_fanouts));
    let fanout = searches.ranking.with_value(|found| found.fanouts.get(index).cloned())?;
    let FanoutStatistic { query, fanout_count, latest_created_at, models, regions } = fanout;
    let address = FanoutsParams { search: Some(query.clone()), ..searches.params.get_untracked() }.address();
    let words = match searches.prompt.get() {
        Some(prompt) => search_words(word_diff(&prompt, &query)),
        None => view! { <bdi>{visible(&query).into_owned()}</bdi> }.into_any(),
    };
    let names_own = searches.names_own(index);
    // Few searches name the brand, so these have the mark.
    let mark = live_option(move || {
        let badge = || view! { <Badge label=t(|t| t.fanouts().own_filter) tone=Tone::Active /> }.into_any();
        (searches.names_own(index) == Some(true)).then(badge)
    });
    let models = models.unwrap_or_default();
    let (offered, codes) = (use_models(), models.clone());
    let names = t_with(move |_| codes.iter().map(|code| model_name(offered, code)).collect::<Vec<_>>().join(", "));
    let models = models.into_iter().map(|code| view! { <ModelBadge code /> }).collect_view();
    let regions = regions.unwrap_or_default();
    let regions = t_with(move |_| regions.iter().map(|code| region(code)).collect::<Vec<_>>().join(", "));
    let series = if names_own == Some(true) { NAMES_OWN } else { OTHER };
    let row = view! {
        <tr>
            <th scope="row">
                <a href=address>{words}</a>
                " "
                {mark}
                <span class="cell-note narrow-only">
                    {t_with(move |t| (t.fanouts().times_of)(fanout_count, total))}
                </span>
            </th>
            <td class="wide-only">
                <span class="initials" title=names>{models}</span>
            </td>
            <td class="wide-only fit muted">{regions}</td>
            {count_bar(fanout_count, max, series)}
            <td class="wide-only fit number">{t_with(move |_| share(fanout_count, total))}</td>
            <td class="wide-only fit muted">
                <RelativeTime at=latest_created_at />
            </td>
        </tr>
    };
    Some(row.into_any())
}

fn share(part: u64, total: u64) -> String {
    rate(if total == 0 { 0.0 } else { part as f64 / total as f64 })
}

/// The ranking as bars.
pub fn chart(searches: Searches) -> AnyView {
    let shown = move || {
        let fanout = |index: usize| searches.ranking.with_value(|found| found.fanouts.get(index).cloned());
        searches.shown().into_iter().filter_map(|index| Some((index, fanout(index)?))).collect::<Vec<_>>()
    };
    let total = searches.ranking.with_value(|found| found.total_fanouts);
    let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| {
        let texts = texts().fanouts();
        let bar = |(index, fanout): (usize, FanoutStatistic)| Bar {
            name: quotation(&fanout.query, QUOTED_MAX),
            series: if searches.names_own(index) == Some(true) { NAMES_OWN } else { OTHER },
            value: Some(fanout.fanout_count as f64),
            label: count(fanout.fanout_count),
            text: (texts.times_of)(fanout.fanout_count, total),
        };
        let bars = shown().into_iter().map(bar).collect();
        BarChart { bars, axis: ValueAxis { min_step: 1.0, limit: None, label: decimal } }.draw(width)
    });
    let table = Box::new(move || {
        let texts = texts().fanouts();
        let row = |(_, fanout): (usize, FanoutStatistic)| {
            vec![visible(&fanout.query).into_owned(), count(fanout.fanout_count)]
        };
        let columns = [texts.search, texts.times].map(str::to_owned).to_vec();
        DataTable { columns, rows: shown().into_iter().map(row).collect() }
    });
    let description = t_with(move |t| (t.fanouts().about)(shown().len() as u64, total));
    let on_open = use_open(move |bar| {
        let search = shown().get(bar).map(|(_, fanout)| fanout.query.clone())?;
        Some(FanoutsParams { search: Some(search), ..searches.params.get() }.address())
    });
    view! { <Chart title=t(|t| t.fanouts().ranking) description draw table on_open /> }.into_any()
}
