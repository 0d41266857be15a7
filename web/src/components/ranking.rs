//! Rankings: the choice between their table and their chart, the table, and the bars of its counts.

use leptos::prelude::*;

use super::{ALL_ROWS, more_rows};
use crate::format::count;
use crate::locale::{t, t_with};
use crate::reactive::{live, live_when};
use crate::ui::{SegmentedControl, Table, caveat};

/// The color number of the bar of what belongs to no brand.
pub const NO_BRAND: usize = 10;

const ROWS_AT_FIRST: usize = 20;

#[component]
pub fn RankingHead(
    /// What the ranking counts, which the chart also says.
    about: Signal<String>,
    is_chart: Memo<bool>,
    #[prop(into)] on_change: Callback<bool>,
) -> AnyView {
    let about = move || view! { {about} {caveat()} };
    view! {
        <div class="section-head">
            <p role="status">{live_when(move || !is_chart.get(), about)}</p>
            <SegmentedControl
                label=t(|t| t.sources().display)
                name="view"
                options=vec![(false, t(|t| t.common().table)), (true, t(|t| t.sources().as_chart))]
                selected=is_chart
                on_change
            />
        </div>
    }
    .into_any()
}

/// The table of a ranking: `items` in their order, the first ones at first. Signals that `row` reads build the rows again.
pub fn ranking_table<T: Clone + PartialEq + Send + Sync + 'static, V: IntoAny>(
    head: impl IntoAny,
    items: Memo<Vec<T>>,
    row: impl Fn(T) -> Option<V> + Send + 'static,
) -> AnyView {
    let (shown, more) = more_rows(Signal::derive(move || items.with(Vec::len)), ROWS_AT_FIRST, ALL_ROWS);
    let rows = move || {
        let first = items.with(|items| items.iter().take(shown.get()).cloned().collect::<Vec<_>>());
        first.into_iter().filter_map(|item| row(item).map(V::into_any)).collect_view().into_any()
    };
    view! {
        <Table class="table ranking" head=head.into_any() rows=live(rows) />
        {more}
    }
    .into_any()
}

/// The cell of a count, with a bar as long as its share of the greatest count.
pub fn count_bar(number: u64, max: u64, series: usize) -> AnyView {
    cell(number, max, series, t_with(move |_| count(number)).into_any())
}

/// The same, with the count as a link to the counted items. `name` is the link's accessible name.
pub fn count_link(number: u64, max: u64, series: usize, address: String, name: Signal<String>) -> AnyView {
    let link = view! { <a class="figure" href=address aria-label=name>{t_with(move |_| count(number))}</a> }.into_any();
    cell(number, max, series, link)
}

fn cell(number: u64, max: u64, series: usize, text: AnyView) -> AnyView {
    let thousandths = number.min(max) * 1_000 / max.max(1);
    let length = format!("{}.{}%", thousandths / 10, thousandths % 10);
    view! {
        <td class="count-bar">
            <div>
                <span class="bar" data-series=series.to_string() style:inline-size=length aria-hidden="true"></span>
                <span class="number">{text}</span>
            </div>
        </td>
    }
    .into_any()
}
