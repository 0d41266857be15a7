//! The mention rate of a brand by prompt and model, as a heat map.

use answerdeck_analysis::{PromptRateReport, PromptRates, ReportedPrompt};
use answerdeck_api::{BrandId, Model, ModelCode};
use leptos::prelude::*;

use super::model_badge::model_label;
use super::rate_view::{rate_details, value, with_sample};
use super::{ShowMore, analysis_view};
use crate::analysis::use_analysis;
use crate::charts::{Chart, DataTable, Drawing, HeatCell, HeatMap, HeatRow};
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswersParams, UrlParams};
use crate::queries::{Query, use_models};
use crate::reactive::live_option;
use crate::ui::{Methodology, Skeleton};
use crate::untrusted::quotation;

/// The number of prompts shown at first.
const SHOWN_AT_FIRST: u32 = 15;
/// The maximum number of prompts shown.
const SHOWN_MAX: u32 = 200;
/// The maximum length of a prompt in characters.
const PROMPT_MAX: usize = 120;

/// The mention rate of a brand by prompt and model. A cell opens its answers.
#[component]
pub fn PromptHeatMap(
    /// The brand.
    brand: BrandId,
    /// The name of the brand.
    name: Signal<String>,
    /// The answers.
    params: Memo<AnswersParams>,
) -> AnyView {
    let models = use_models();
    let shown = RwSignal::new(SHOWN_AT_FIRST);
    let rates = use_analysis()
        .query(move || Some(PromptRates { scope: params.get().counted()?, brand: brand.clone(), limit: shown.get() }));
    let of_report =
        move |read: fn(&PromptRateReport) -> u64| rates.with(|reply| reply.map_or(0, |reply| read(&reply.value)));
    let total = Memo::new(move |_| of_report(|report| report.prompts));
    let shown_now = Memo::new(move |_| of_report(|report| report.highest.len() as u64));
    let map = move || rates.with(|reply| reply.map(|reply| heat_map(&reply.value, models, texts())));
    let description = t_with(move |t| (t.metrics().by_prompt_about)(shown_now.get(), total.get(), &name.get()));
    let open = use_open(move |cell, _| rates.with(|reply| cell_address(&reply?.value, cell, &params.get())));
    let chart = move || {
        let draw: Box<dyn Fn(f64) -> Drawing> =
            Box::new(move |width| map().unwrap_or_else(|| HeatMap::empty(texts().charts().no_data)).draw(width));
        let table = Box::new(move || {
            let map = map().unwrap_or_else(|| HeatMap::empty(texts().charts().no_data));
            let columns = std::iter::once(texts().metrics().prompt.to_owned()).chain(map.columns.iter().cloned());
            DataTable { columns: columns.collect(), rows: map.rows(), numbers: None }
        });
        view! { <Chart title=t(|t| t.metrics().by_prompt) description draw table on_open=open /> }.into_any()
    };
    let rest = Signal::derive(move || total.get().min(SHOWN_MAX.into()).saturating_sub(shown_now.get()));
    let answers =
        Memo::new(move |_| of_report(|report| report.highest.iter().map(|row| row.rate.sample.answers).sum()));
    let methodology = t_with(move |t| {
        let sample = (t.metrics().methodology_shown)(answers.get(), shown_now.get(), total.get());
        with_sample(t.metrics().methodology_by_prompt, Some(sample))
    });
    let has_rows = Memo::new(move |_| shown_now.get() > 0);
    let content = move || {
        has_rows.get().then(|| {
            untrack(|| {
                view! {
                    {chart()}
                    <ShowMore rows=rest on_click=move |()| shown.set(SHOWN_MAX) />
                    <Methodology
                        label=t(|t| t.common().methodology)
                        text=methodology
                    />
                }
                .into_any()
            })
        })
    };
    analysis_view(rates, || view! { <Skeleton rows=6 /> }.into_any(), move || live_option(content))
}

/// The models with an answer, in the order of the platform's list.
fn asked_models(report: &PromptRateReport) -> Vec<ModelCode> {
    let is_asked =
        |code: &&ModelCode| report.highest.iter().any(|prompt| prompt.by_model.iter().any(|(model, _)| model == *code));
    ModelCode::ALL.iter().filter(is_asked).cloned().collect()
}

fn heat_map(report: &PromptRateReport, models: Query<Vec<Model>>, texts: Texts) -> HeatMap {
    let asked = asked_models(report);
    let row = |prompt: &ReportedPrompt| {
        let cell = |model: &ModelCode| {
            let (_, rate) = prompt.by_model.iter().find(|(code, _)| code == model)?;
            Some(HeatCell { value: rate.value()?, label: value(*rate), text: rate_details(*rate, texts) })
        };
        HeatRow { name: quotation(&prompt.question, PROMPT_MAX), cells: asked.iter().map(cell).collect() }
    };
    HeatMap {
        columns: asked.iter().map(|code| model_label(models, code)).collect(),
        rows: report.highest.iter().map(row).collect(),
        no_data: texts.charts().no_data,
    }
}

/// The address of the answers that a cell counts. `None` if it has no data.
fn cell_address(report: &PromptRateReport, cell: usize, params: &AnswersParams) -> Option<String> {
    let asked = asked_models(report);
    let prompt = report.highest.get(cell.checked_div(asked.len())?)?;
    let model = asked.get(cell % asked.len())?;
    prompt.by_model.iter().find(|(code, _)| code == model)?;
    let of_cell = AnswersParams { prompt: Some(prompt.id.clone()), model: Some(model.clone()), ..params.clone() };
    Some(of_cell.address())
}
