use leptos::prelude::*;

use crate::format::count;
use crate::locale::t_with;

/// The cell of a count, with a bar as long as its share of the greatest count.
pub fn count_bar(number: u64, max: u64, series: usize) -> AnyView {
    cell(number, max, series, t_with(move |_| count(number)).into_any())
}

/// The same, with the count as a link to the counted items. `name` is the link's accessible name.
pub fn count_link(number: u64, max: u64, series: usize, address: String, name: Signal<String>) -> AnyView {
    let link = view! {
        <a class="figure" href=address aria-label=name>
            {t_with(move |_| count(number))}
        </a>
    };
    cell(number, max, series, link.into_any())
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
