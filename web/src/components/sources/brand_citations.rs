use answerdeck_api::BrandId;
use answerdeck_api::metrics::{MentionedAndCited, SourceClasses};
use leptos::prelude::*;

use super::owner::SOURCE_SERIES;
use crate::charts::{Chart, DataTable, Donut, Slice};
use crate::components::BrandInGroup;
use crate::csv::Cell;
use crate::format::{count, rate};
use crate::locale::{Texts, t, t_with, texts};
use crate::paths::{AnswerFilterParams, BrandFigure, brand_answers};
use crate::reactive::live_when;

/// The answers by whether they name the brand and cite its sites, and all citations by the owner of the page.
#[component]
pub fn BrandCitations(
    id: BrandId,
    brand: Memo<Option<BrandInGroup>>,
    color: Memo<usize>,
    params: Memo<AnswerFilterParams>,
    /// A button that exports the four numbers.
    export: AnyView,
) -> AnyView {
    let answers = move || brand.with(|brand| brand.as_ref().map_or(0, |brand| brand.sample.answers));
    let id = StoredValue::new(id);
    let address = move |figure: BrandFigure| {
        Signal::derive(move || id.with_value(|id| brand_answers(id, &params.get(), figure, None)))
    };
    let cell = move |figure: BrandFigure, read: fn(MentionedAndCited) -> u64| {
        let number = move || brand.with(|brand| brand.as_ref().map(|brand| read(brand.brand.mentioned_and_cited)));
        let share = move || number().filter(|_| answers() > 0).map(|number| number as f64 / answers() as f64);
        view! {
            <td class="number">
                <a class="figure strong" href=address(figure)>
                    {t_with(move |_| number().map_or_else(|| "–".to_owned(), count))}
                </a>
                <span class="cell-note">{t_with(move |_| share().map_or_else(String::new, rate))}</span>
            </td>
        }
    };
    let classes = Memo::new(move |_| brand.with(|brand| brand.as_ref().map(|brand| brand.brand.source_classes)));
    let has_classes = move || brand.with(|brand| brand.as_ref().is_some_and(|brand| brand.citations > 0));
    let donut = move || class_donut(classes, color);
    view! {
        <div class="columns">
            <div class="section">
                <div class="section-head">
                    <h3 id="named-and-cited">{t(|t| t.metrics().named_and_cited)}</h3>
                    {export}
                </div>
                <div class="table-container">
                    <table class="table four-cells" aria-labelledby="named-and-cited">
                        <thead>
                            <tr>
                                <td></td>
                                <th scope="col" class="number">{t(|t| t.metrics().cited)}</th>
                                <th scope="col" class="number">{t(|t| t.metrics().not_cited)}</th>
                            </tr>
                        </thead>
                        <tbody translate="no">
                            <tr>
                                <th scope="row">{t(|t| t.metrics().named)}</th>
                                {cell(BrandFigure::Both, |cells| cells.both)}
                                {cell(BrandFigure::NamedOnly, |cells| cells.mentioned_only)}
                            </tr>
                            <tr>
                                <th scope="row">{t(|t| t.metrics().not_named)}</th>
                                {cell(BrandFigure::CitedOnly, |cells| cells.cited_only)}
                                {cell(BrandFigure::Neither, |cells| cells.neither)}
                            </tr>
                        </tbody>
                    </table>
                </div>
            </div>
            <div class="section">{live_when(has_classes, donut)}</div>
        </div>
    }
    .into_any()
}

fn class_donut(classes: Memo<Option<SourceClasses>>, color: Memo<usize>) -> AnyView {
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
