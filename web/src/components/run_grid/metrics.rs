//! The metrics in the grid of a run: whether answers name the own brand, and how many sources they cite. Their code is loaded when
//! the grid is shown.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{PromptMetricsFilter, PromptModel};
use answerdeck_api::{BrandId, ModelCode, PromptId, RunId};
use leptos::prelude::*;

use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::queries::Kind;
use crate::queries::brands::{use_all_brands, use_own_brand};
use crate::queries::metrics::use_prompt_metrics;
use crate::reactive::{effect, live};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GridMetrics {
    /// The name of the own brand.
    pub own: String,
    /// The answers of the run that name it, and all.
    pub naming: [u64; 2],
    /// The prompts with answers, each with its cells.
    prompts: Vec<(PromptId, Vec<PromptModel>)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellMetrics {
    /// The name of the own brand.
    pub own: String,
    pub answers: u64,
    /// The number of answers that name the own brand.
    pub naming: u64,
    /// The number of sources that the answers cite.
    pub citations: u64,
}

impl GridMetrics {
    /// The metrics of a cell. `None` if it is unknown or has no answers.
    pub fn of(&self, prompt: &PromptId, model: &ModelCode) -> Option<CellMetrics> {
        let (_, cells) = self.prompts.iter().find(|(of, _)| of == prompt)?;
        let PromptModel { answers, citations, named, .. } = cells.iter().find(|cell| cell.model == *model)?;
        // The brand of the request is the first.
        let naming = *named.first()?;
        Some(CellMetrics { own: self.own.clone(), answers: *answers, naming, citations: *citations })
    }
}

type SetMetrics = fn(RunId, Signal<Vec<PromptId>>, RwSignal<GridMetrics>) -> AnyView;

/// Sets the metrics of the shown prompts of a run when they are known.
#[component]
pub fn GridMetricsLoader(run: RunId, prompts: Signal<Vec<PromptId>>, metrics: RwSignal<GridMetrics>) -> AnyView {
    lazy_view(loaded(load), || ().into_any(), move |set| set(run.clone(), prompts, metrics))
}

lazy_part! {
    run_grid_metrics: SetMetrics = set_metrics
}

fn set_metrics(run: RunId, prompts: Signal<Vec<PromptId>>, metrics: RwSignal<GridMetrics>) -> AnyView {
    let own = use_own_brand(use_all_brands());
    let own = Memo::new(move |_| own.get().map(|brand| (brand.id, brand.name)));
    live(move || {
        if let Some((brand, name)) = own.get() {
            untrack(|| set_metrics_of(run.clone(), prompts, metrics, brand, name));
        }
        ().into_any()
    })
}

fn set_metrics_of(
    run: RunId,
    prompts: Signal<Vec<PromptId>>,
    metrics: RwSignal<GridMetrics>,
    brand: BrandId,
    own: String,
) {
    let found = use_prompt_metrics(&[Kind::Brands, Kind::Answers], move || {
        let prompt_ids = prompts.get();
        (!prompt_ids.is_empty()).then(|| PromptMetricsFilter {
            run_id: Some(run.clone()),
            brand_id: Some(brand.clone()),
            prompt_ids,
            limit: Some(PAGE_SIZE_MAX),
            ..PromptMetricsFilter::default()
        })
    });
    effect(move || {
        let found = found.value();
        let naming = found.as_ref().map_or([0; 2], |found| [found.all.mention_rate.numerator, found.all.answers]);
        let prompts = found.into_iter().flat_map(|found| found.prompts);
        let prompts = prompts.map(|prompt| (prompt.prompt_id, prompt.models)).collect();
        metrics.set(GridMetrics { own: own.clone(), naming, prompts });
    });
}
