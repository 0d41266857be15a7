use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{
    PromptMetrics, PromptMetricsFilter, PromptMetricsList, PromptMetricsOrder, PromptModel, Rate,
};
use answerdeck_api::{BrandId, ModelCode};
use answerdeck_insight::rate;
use leptos::prelude::*;

use crate::charts::{Chart, DataTable, HeatCell, HeatMap, HeatRow};
use crate::components::metrics::rates::{rate_cells, rate_columns, rate_details};
use crate::components::models::badge::service_name;
use crate::components::states::more_rows::ShowMore;
use crate::components::{counted_model_label, rate_value, steady_view};
use crate::csv::Cell;
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswerFilterParams, UrlParams};
use crate::queries::metrics::use_prompt_metrics;
use crate::queries::{Kind, use_models, use_only_route};
use crate::reactive::live_when;
use crate::ui::loading;
use crate::untrusted::quotation;

const SHOWN_AT_FIRST: u32 = 8;
/// The maximum length of a prompt in characters.
const PROMPT_MAX: usize = 120;

/// The mention rate of a brand by prompt and model, in the color of the brand. A cell opens its answers.
#[component]
pub fn PromptHeatMap(
    brand: BrandId,
    name: Signal<String>,
    color: Memo<usize>,
    params: Memo<AnswerFilterParams>,
) -> AnyView {
    let (models, only_route) = (use_models(), use_only_route());
    let limit = RwSignal::new(SHOWN_AT_FIRST);
    let found = use_prompt_metrics(&[Kind::Brands, Kind::FinishedRuns], move || {
        let scope = params.get().counted_scope()?;
        let (brand_id, order) = (Some(brand.clone()), Some(PromptMetricsOrder::Gap));
        Some(PromptMetricsFilter { brand_id, order, limit: Some(limit.get()), ..scope.into() })
    });
    let total = Memo::new(move |_| found.with(|found| found.map_or(0, |found| found.total_prompts)));
    let gaps = move || found.with(|found| known_gaps(&found?.prompts, found?.total_prompts));
    let shown_now = Memo::new(move |_| found.with(|found| shown(found, limit.get()).len() as u64));
    // The route of all models is said once.
    let model_name = move |code: &ModelCode| match only_route.with(Option::is_some) {
        true => service_name(models, code),
        false => params.with(|params| counted_model_label(models, code, &params.route)),
    };
    let map = move || found.with(|found| heat_map(shown(found, limit.get()), &model_name, color.get(), texts()));
    let description = t_with(move |t| {
        let text = (t.metrics().by_prompt_about)(shown_now.get(), total.get(), gaps(), &name.get());
        match only_route.get() {
            Some(route) => format!("{text} ({})", t.answer_routes().name(&route).0),
            None => text,
        }
    });
    let on_open =
        use_open(move |cell, _| found.with(|found| cell_address(shown(found, limit.get()), cell, &params.get())));
    let rest = Signal::derive(move || total.get().saturating_sub(shown_now.get()));
    let rows = Signal::derive(move || rest.get().min(u64::from(PAGE_SIZE_MAX).saturating_sub(shown_now.get())));
    let chart = move || {
        let draw = Box::new(move |width: f64| map().draw(width));
        let table = Box::new(move || {
            let (texts, map) = (texts(), map());
            let columns = std::iter::once(texts.common().prompt).chain(map.columns.iter().map(String::as_str));
            let number_columns = [&[texts.common().prompt, texts.common().model][..], &rate_columns(texts)].concat();
            let numbers = found.with(|found| cell_numbers(shown(found, limit.get()), &model_name));
            DataTable::new(&columns.collect::<Vec<_>>(), map.rows(), &number_columns, numbers)
        });
        view! {
            <Chart title=t(|t| t.metrics().by_prompt) description draw table on_open />
            <ShowMore rows rest on_click=move |()| limit.set(PAGE_SIZE_MAX) />
        }
    };
    steady_view(found, loading, move || live_when(move || shown_now.get() > 0, chart))
}

fn shown(found: Option<&PromptMetricsList>, limit: u32) -> &[PromptMetrics] {
    let prompts = found.map_or(&[][..], |found| &found.prompts);
    if limit == SHOWN_AT_FIRST { with_gap(prompts) } else { prompts }
}

/// The prompts with a gap, which are first. All if none has one.
fn with_gap(prompts: &[PromptMetrics]) -> &[PromptMetrics] {
    let gaps = prompts.partition_point(|prompt| prompt.gap > 0);
    prompts.get(..gaps).filter(|gaps| !gaps.is_empty()).unwrap_or(prompts)
}

/// How many of all prompts have a gap. `None` if further ones than the first may have one.
fn known_gaps(first: &[PromptMetrics], total: u64) -> Option<u64> {
    let gaps = first.partition_point(|prompt| prompt.gap > 0);
    (gaps < first.len() || gaps as u64 == total).then_some(gaps as u64)
}

/// The models with an answer, in the order of the platform's list.
fn asked_models(prompts: &[PromptMetrics]) -> Vec<ModelCode> {
    let is_asked = |code: &&ModelCode| prompts.iter().any(|prompt| cell_of(prompt, code).is_some());
    ModelCode::ALL.iter().filter(is_asked).cloned().collect()
}

fn cell_of<'a>(prompt: &'a PromptMetrics, model: &ModelCode) -> Option<&'a PromptModel> {
    prompt.models.iter().find(|cell| cell.model == *model)
}

fn heat_map(
    prompts: &[PromptMetrics],
    model_name: &dyn Fn(&ModelCode) -> String,
    series: usize,
    texts: Texts,
) -> HeatMap {
    let asked = asked_models(prompts);
    let row = |prompt: &PromptMetrics| {
        let cell = |model: &ModelCode| {
            let (counted, answers) = rate_in(cell_of(prompt, model)?)?;
            Some(HeatCell {
                value: counted.value?,
                label: rate_value(counted),
                text: rate_details(counted, answers, texts),
            })
        };
        HeatRow { name: quotation(&prompt.query, PROMPT_MAX), cells: asked.iter().map(cell).collect() }
    };
    HeatMap {
        columns: asked.iter().map(model_name).collect(),
        rows: prompts.iter().map(row).collect(),
        series,
        no_data: texts.charts().no_data,
    }
}

/// The rate of a cell, and its answers.
fn rate_in(PromptModel { answers, named, .. }: &PromptModel) -> Option<(Rate, u64)> {
    // The brand of the request is the first.
    Some((rate(*named.first()?, *answers), *answers))
}

/// The cells with data as rows of a spreadsheet.
fn cell_numbers(prompts: &[PromptMetrics], model_name: &dyn Fn(&ModelCode) -> String) -> Vec<Vec<Cell>> {
    let asked = asked_models(prompts);
    let of_prompt = |prompt: &PromptMetrics| {
        let row = |model: &ModelCode| {
            let (counted, answers) = rate_in(cell_of(prompt, model)?)?;
            let names = [prompt.query.clone(), model_name(model)].map(Cell::Text);
            Some(names.into_iter().chain(rate_cells(counted, answers)).collect::<Vec<_>>())
        };
        asked.iter().filter_map(row).collect::<Vec<_>>()
    };
    prompts.iter().flat_map(of_prompt).collect()
}

/// The address of the answers that a cell counts. `None` if it has no data.
fn cell_address(prompts: &[PromptMetrics], cell: usize, params: &AnswerFilterParams) -> Option<String> {
    let asked = asked_models(prompts);
    let prompt = prompts.get(cell.checked_div(asked.len())?)?;
    let model = asked.get(cell % asked.len())?;
    cell_of(prompt, model)?;
    let of_cell =
        AnswerFilterParams { prompt: Some(prompt.prompt_id.clone()), model: Some(model.clone()), ..params.clone() };
    Some(of_cell.address())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_without_a_gap_follow_those_with_one() {
        let prompts = |gaps: &[u64]| {
            let prompt = |gap: &u64| {
                let json = serde_json::json!({
                    "promptID": "p".repeat(22), "query": "", "answers": 8, "latestCreatedAt": "2026-11-20T00:00:00.000Z",
                    "mentionRate": { "numerator": 0 }, "gap": gap, "models": [],
                });
                serde_json::from_value::<PromptMetrics>(json).unwrap()
            };
            gaps.iter().map(prompt).collect::<Vec<_>>()
        };
        for (first, total, shown, known) in [
            (&[3, 1, 0, 0][..], 37, 2, Some(2)),
            (&[3, 1], 2, 2, Some(2)),
            (&[3, 1], 37, 2, None),
            (&[0, 0], 37, 2, Some(0)),
            (&[], 0, 0, Some(0)),
        ] {
            let first = prompts(first);
            assert_eq!((with_gap(&first).len(), known_gaps(&first, total)), (shown, known), "{first:?}");
        }
    }
}
