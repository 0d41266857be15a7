//! The answers in the grid of a run: how many name the own brand, and how many sources they cite.

use answerdeck_api::limits::PAGE_SIZE_MAX;
use answerdeck_api::metrics::{PromptMetricsFilter, PromptModel};
use answerdeck_api::{ModelCode, PromptId, RunId};
use leptos::prelude::*;

use crate::queries::Kind;
use crate::queries::brands::use_own_brand;
use crate::queries::metrics::use_prompt_metrics;
use crate::reactive::effect;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GridAnswers {
    /// The name of the own brand.
    pub own: String,
    /// The answers of the run that name it, and all.
    pub naming: [u64; 2],
    /// The prompts with answers, each with its cells.
    prompts: Vec<(PromptId, Vec<PromptModel>)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellAnswers {
    /// The name of the own brand.
    pub own: String,
    pub answers: u64,
    /// The number of answers that name the own brand.
    pub naming: u64,
    /// The number of sources that the answers cite.
    pub citations: u64,
}

impl GridAnswers {
    /// The answers of a cell. `None` if it is unknown or has no answers.
    pub fn of(&self, prompt: &PromptId, model: &ModelCode) -> Option<CellAnswers> {
        let (_, cells) = self.prompts.iter().find(|(of, _)| of == prompt)?;
        let PromptModel { answers, citations, named, .. } = cells.iter().find(|cell| cell.model == *model)?;
        // The brand of the request is the first.
        let naming = *named.first()?;
        Some(CellAnswers { own: self.own.clone(), answers: *answers, naming, citations: *citations })
    }
}

/// Sets the answers to the shown prompts of a run when they are known.
pub fn set_answers(run: RunId, prompts: Signal<Vec<PromptId>>, answers: RwSignal<GridAnswers>) {
    let own = use_own_brand();
    let found = use_prompt_metrics(&[Kind::Brands, Kind::Answers], move || {
        let (brand_id, prompt_ids) = (Some(own.get()?.id), prompts.get());
        (!prompt_ids.is_empty()).then(|| PromptMetricsFilter {
            run_id: Some(run.clone()),
            brand_id,
            prompt_ids,
            limit: Some(PAGE_SIZE_MAX),
            ..PromptMetricsFilter::default()
        })
    });
    effect(move || {
        let Some(own) = own.get() else { return };
        let found = found.value();
        let naming = found.as_ref().map_or([0; 2], |found| [found.all.mention_rate.numerator, found.all.answers]);
        let prompts = found.into_iter().flat_map(|found| found.prompts);
        let prompts = prompts.map(|prompt| (prompt.prompt_id, prompt.models)).collect();
        answers.set(GridAnswers { own: own.name, naming, prompts });
    });
}
