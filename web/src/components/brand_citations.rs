use answerdeck_api::BrandId;
use answerdeck_api::metrics::MentionedAndCited;
use leptos::prelude::*;

use super::brand_in_group::BrandInGroup;
use super::source_class_donut::SourceClassDonut;
use crate::format::{count, rate};
use crate::locale::{t, t_with};
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
    let donut = move || view! { <SourceClassDonut classes color /> };
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
