use answerdeck_api::metrics::SourceClasses;
use leptos::prelude::*;

use crate::charts::{Chart, DataTable, Donut, Slice};
use crate::format::{count, rate};
use crate::locale::{Texts, t, texts};

/// The color numbers of the pages of other brands and of no brand: grays, which no brand has.
const OTHERS: [usize; 2] = [9, 10];

#[component]
pub fn SourceClassDonut(
    classes: Memo<Option<SourceClasses>>,
    /// The color number of the brand.
    color: Memo<usize>,
) -> AnyView {
    let donut = move |texts: Texts| donut(classes.get().unwrap_or_default(), color.get(), texts);
    // The legend says it.
    let description = Signal::stored(String::new());
    let draw = Box::new(move |width: f64| donut(texts()).draw(width));
    let table = Box::new(move || {
        let texts = texts();
        let columns = [texts.common().brand, texts.sources().share, texts.sources().citations];
        let row = |slice: Slice| vec![slice.name, slice.label, slice.text];
        DataTable::new(&columns, donut(texts).slices.into_iter().map(row).collect())
    });
    view! { <Chart title=t(|t| t.metrics().source_classes) description draw table /> }.into_any()
}

fn donut(classes: SourceClasses, color: usize, texts: Texts) -> Donut {
    let texts = texts.metrics();
    let names = [texts.own_pages, texts.other_brand_pages, texts.other_pages];
    let numbers = [classes.own, classes.other_brands, classes.rest];
    let total: u64 = numbers.iter().sum();
    let slice = |((name, number), series): ((&str, u64), usize)| {
        let share = number as f64 / total.max(1) as f64;
        let text = (texts.of_citations)(number, total);
        Slice { name: name.to_owned(), series, share, label: rate(share), text }
    };
    let slices = names.into_iter().zip(numbers).zip([color, OTHERS[0], OTHERS[1]]);
    Donut { slices: slices.map(slice).collect(), whole: count(total) }
}
