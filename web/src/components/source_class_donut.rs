use answerdeck_api::metrics::SourceClasses;
use leptos::prelude::*;

use super::source_owner::SOURCE_SERIES;
use crate::charts::{Chart, DataTable, Donut, Slice};
use crate::csv::Cell;
use crate::format::{count, rate};
use crate::locale::{Texts, t, texts};

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
        let (texts, slices) = (texts(), donut(texts()).slices);
        let (owner, share, citations) = (texts.common().brand, texts.sources().share, texts.sources().citations);
        let out_of = [citations, ": ", texts.metrics().out_of_column].concat();
        let counts = numbers(classes.get().unwrap_or_default());
        let total = counts.iter().sum();
        let number_row = |(slice, count): (&Slice, u64)| {
            vec![Cell::Text(slice.name.clone()), Cell::Number(slice.share), Cell::Count(count), Cell::Count(total)]
        };
        let number_rows = slices.iter().zip(counts).map(number_row).collect();
        let rows = slices.into_iter().map(|slice| vec![slice.name, slice.label, slice.text]).collect();
        DataTable::new(&[owner, share, citations], rows, &[owner, share, citations, &out_of], number_rows)
    });
    view! { <Chart title=t(|t| t.metrics().source_classes) description draw table /> }.into_any()
}

fn numbers(classes: SourceClasses) -> [u64; 3] {
    [classes.own, classes.other_brands, classes.rest]
}

fn donut(classes: SourceClasses, color: usize, texts: Texts) -> Donut {
    let texts = texts.metrics();
    let names = [texts.own_pages, texts.other_brand_pages, texts.other_pages];
    let numbers = numbers(classes);
    let total: u64 = numbers.iter().sum();
    let slice = |((name, number), series): ((&str, u64), usize)| {
        let share = number as f64 / total.max(1) as f64;
        let text = (texts.of_citations)(number, total);
        Slice { name: name.to_owned(), series, share, label: rate(share), text }
    };
    let [_, other_brands, rest] = SOURCE_SERIES;
    let slices = names.into_iter().zip(numbers).zip([color, other_brands, rest]);
    Donut { slices: slices.map(slice).collect(), whole: count(total) }
}
