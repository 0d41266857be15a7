//! The ranking of searches as bars. The code is loaded when the chart is shown.

use answerdeck_api::FanoutStatistic;
use leptos::prelude::*;

use super::search_ranking::{SEARCH_CHARS_MAX, Searches, series};
use crate::charts::{Bar, BarChart, Chart, DataTable, Drawing, ValueAxis};
use crate::csv::Cell;
use crate::format::{count, decimal};
use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::locale::{t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{FanoutsParams, UrlParams};
use crate::ui::skeleton;
use crate::untrusted::{quotation, visible};

pub fn chart(searches: Searches) -> AnyView {
    lazy_view(loaded(load), skeleton::<8>, move |view| view(searches))
}

lazy_part! {
    fanout_chart: fn(Searches) -> AnyView = view
}

fn view(searches: Searches) -> AnyView {
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
