//! The mention rate of a brand by prompt and model, as a heat map.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{PromptMetrics, PromptMetricsFilter, PromptMetricsList, PromptMetricsOrder, PromptModel};
use answerdeck_api::{BrandId, Model, ModelCode};
use answerdeck_insight::rate;
use leptos::prelude::*;

use super::model_badge::model_label;
use super::rate_view::rate_details;
use super::{ShowMore, rate_value, steady_view};
use crate::charts::{Chart, DataTable, HeatCell, HeatMap, HeatRow};
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswerFilterParams, UrlParams};
use crate::queries::metrics::use_prompt_metrics;
use crate::queries::{Kind, Query, use_models};
use crate::reactive::live_option;
use crate::ui::loading;
use crate::untrusted::quotation;

const SHOWN_AT_FIRST: u32 = 8;
/// The maximum length of a prompt in characters.
const PROMPT_MAX: usize = 120;

/// The mention rate of a brand by prompt and model. A cell opens its answers.
#[component]
pub fn PromptHeatMap(brand: BrandId, name: Signal<String>, params: Memo<AnswerFilterParams>) -> AnyView {
    let models = use_models();
    let shown = RwSignal::new(SHOWN_AT_FIRST);
    let found = use_prompt_metrics(&[Kind::Brands, Kind::FinishedRuns], move || {
        let scope = params.get().counted_scope()?;
        let (brand_id, order) = (Some(brand.clone()), Some(PromptMetricsOrder::Gap));
        Some(PromptMetricsFilter { brand_id, order, limit: Some(shown.get()), ..scope.into() })
    });
    let of_list = move |read: fn(&PromptMetricsList) -> u64| found.with(|found| found.map_or(0, read));
    let total = Memo::new(move |_| of_list(|found| found.total_prompts));
    let shown_now = Memo::new(move |_| of_list(|found| found.prompts.len() as u64));
    let map = move || found.with(|found| heat_map(found.map_or(&[][..], |found| &found.prompts), models, texts()));
    let description = t_with(move |t| (t.metrics().by_prompt_about)(shown_now.get(), total.get(), &name.get()));
    let on_open = use_open(move |cell, _| found.with(|found| cell_address(&found?.prompts, cell, &params.get())));
    let rest = Signal::derive(move || total.get().min(PAGE_SIZE_MAX.into()).saturating_sub(shown_now.get()));
    let chart = move || {
        let draw = Box::new(move |width: f64| map().draw(width));
        let table = Box::new(move || {
            let map = map();
            let columns = std::iter::once(texts().common().prompt.to_owned()).chain(map.columns.iter().cloned());
            DataTable { columns: columns.collect(), rows: map.rows(), numbers: None }
        });
        view! {
            <Chart title=t(|t| t.metrics().by_prompt) description draw table on_open />
            <ShowMore rows=rest on_click=move |()| shown.set(PAGE_SIZE_MAX) />
        }
        .into_any()
    };
    let has_rows = Memo::new(move |_| shown_now.get() > 0);
    steady_view(found, loading, move || live_option(move || has_rows.get().then(|| untrack(chart))))
}

/// The models with an answer, in the order of the platform's list.
fn asked_models(prompts: &[PromptMetrics]) -> Vec<ModelCode> {
    let is_asked = |code: &&ModelCode| prompts.iter().any(|prompt| cell_of(prompt, code).is_some());
    ModelCode::ALL.iter().filter(is_asked).cloned().collect()
}

fn cell_of<'a>(prompt: &'a PromptMetrics, model: &ModelCode) -> Option<&'a PromptModel> {
    prompt.models.iter().find(|cell| cell.model == *model)
}

fn heat_map(prompts: &[PromptMetrics], models: Query<Vec<Model>>, texts: Texts) -> HeatMap {
    let asked = asked_models(prompts);
    let row = |prompt: &PromptMetrics| {
        let cell = |model: &ModelCode| {
            let PromptModel { answers, named, .. } = cell_of(prompt, model)?;
            // The brand of the request is the first.
            let counted = rate(*named.first()?, *answers);
            Some(HeatCell {
                value: counted.value?,
                label: rate_value(counted),
                text: rate_details(counted, *answers, texts),
            })
        };
        HeatRow { name: quotation(&prompt.query, PROMPT_MAX), cells: asked.iter().map(cell).collect() }
    };
    HeatMap {
        columns: asked.iter().map(|code| model_label(models, code)).collect(),
        rows: prompts.iter().map(row).collect(),
        no_data: texts.charts().no_data,
    }
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
