//! Metrics of brands, prompts, sources and searches.

use std::rc::Rc;

use answerdeck_api::metrics::{
    AnswerMatchFilter, AnswerMatchList, AnswerTextFilter, AnswerTextList, BrandMetrics, BrandMetricsFilter,
    BrandPreview, BrandPreviewRequest, HighlightFilter, Highlights, LeadFilter, LeadList, MentionFilter, MentionList,
    MovementFilter, MovementList, NextStepDecision, NextStepFilter, NextStepList, NextStepUpdate, PromptMetricsFilter,
    PromptMetricsList, PromptWithoutSearchFilter, PromptWithoutSearchList, SourceChangeFilter, SourceChangeList,
    SourceInfluenceFilter, SourceInfluenceList, SourceTrend, SourceTrendFilter, UnaskedKeywordList,
    UnaskedKeywordsRequest, UnnamedSearchFilter, UnnamedSearchList,
};
use answerdeck_api::{NextStepId, operation};

use crate::call::Call;
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of metrics. Each covers the answers in the scope of its filter, by default all answers of the organization. An
/// extension of Answerdeck: on another platform they fail with `is_not_found`.
///
/// Source: docs/platform-api.md, section 2, Metrics. Assumed.
#[derive(Debug, Clone)]
pub struct Metrics(pub(crate) Rc<Dispatcher>);

impl Metrics {
    /// Measures what answers say about brands.
    pub async fn brands(&self, filter: &BrandMetricsFilter) -> Result<BrandMetrics> {
        self.0.call(Call::new(operation::MEASURE_BRANDS).query(filter)?).await
    }

    /// Measures how often the answers to each prompt name brands. A page: its `next_cursor` is the `cursor` of the next one.
    pub async fn prompts(&self, filter: &PromptMetricsFilter) -> Result<PromptMetricsList> {
        self.0.call(Call::new(operation::MEASURE_PROMPTS).query(filter)?).await
    }

    /// Compares the metrics of brands between two runs or periods.
    pub async fn movements(&self, filter: &MovementFilter) -> Result<MovementList> {
        self.0.call(Call::new(operation::LIST_MOVEMENTS).query(filter)?).await
    }

    /// Lists since when a brand is ahead of or behind each other brand.
    pub async fn leads(&self, filter: &LeadFilter) -> Result<LeadList> {
        self.0.call(Call::new(operation::LIST_LEADS).query(filter)?).await
    }

    /// Reads the citations of domains over time, and the stability of all sources.
    pub async fn source_trend(&self, filter: &SourceTrendFilter) -> Result<SourceTrend> {
        self.0.call(Call::new(operation::GET_SOURCE_TREND).query(filter)?).await
    }

    /// Lists the sources that are new or lost since the period or the run before.
    pub async fn source_changes(&self, filter: &SourceChangeFilter) -> Result<SourceChangeList> {
        self.0.call(Call::new(operation::LIST_SOURCE_CHANGES).query(filter)?).await
    }

    /// Measures the mention rate of a brand in answers that cite a source, beside others of the same models to the same prompts.
    pub async fn source_influence(&self, filter: &SourceInfluenceFilter) -> Result<SourceInfluenceList> {
        self.0.call(Call::new(operation::MEASURE_SOURCE_INFLUENCE).query(filter)?).await
    }

    /// Lists the searches of models whose answers never name a brand.
    pub async fn unnamed_searches(&self, filter: &UnnamedSearchFilter) -> Result<UnnamedSearchList> {
        self.0.call(Call::new(operation::LIST_UNNAMED_SEARCHES).query(filter)?).await
    }

    /// Lists the prompts for which no model searched. A page: its `next_cursor` is the `cursor` of the next one.
    pub async fn prompts_without_search(&self, filter: &PromptWithoutSearchFilter) -> Result<PromptWithoutSearchList> {
        self.0.call(Call::new(operation::LIST_PROMPTS_WITHOUT_SEARCH).query(filter)?).await
    }

    /// Lists the answers that meet conditions. A page: its `next_cursor` is the `cursor` of the next one.
    pub async fn answers(&self, filter: &AnswerMatchFilter) -> Result<AnswerMatchList> {
        self.0.call(Call::new(operation::MATCH_ANSWERS).query(filter)?).await
    }

    /// Searches a phrase in the texts of answers, newest first. A page: its `next_cursor` is the `cursor` of the next one.
    pub async fn answer_texts(&self, filter: &AnswerTextFilter) -> Result<AnswerTextList> {
        self.0.call(Call::new(operation::SEARCH_ANSWER_TEXTS).query(filter)?).await
    }

    /// Reads what stands out: what moved, what models search without naming a brand, and what answers cite.
    pub async fn highlights(&self, filter: &HighlightFilter) -> Result<Highlights> {
        self.0.call(Call::new(operation::GET_HIGHLIGHTS).query(filter)?).await
    }

    /// Lists what can be done next for a brand.
    pub async fn next_steps(&self, filter: &NextStepFilter) -> Result<NextStepList> {
        self.0.call(Call::new(operation::LIST_NEXT_STEPS).query(filter)?).await
    }

    /// Changes the state or the note of a next step, for everybody of the organization.
    pub async fn update_next_step(&self, id: &NextStepId, update: &NextStepUpdate) -> Result<NextStepDecision> {
        self.0.call(Call::new(operation::UPDATE_NEXT_STEP).id(id.as_str()).body(update)?).await
    }

    /// Lists where the texts of 1..20 answers name brands.
    pub async fn mentions(&self, filter: &MentionFilter) -> Result<MentionList> {
        self.0.call(Call::new(operation::LIST_MENTIONS).query(filter)?).await
    }

    /// Lists those of 1..1,000 keywords that no prompt contains, in the order of the request.
    pub async fn unasked_keywords(&self, request: &UnaskedKeywordsRequest) -> Result<UnaskedKeywordList> {
        self.0.call(Call::new(operation::LIST_UNASKED_KEYWORDS).body(request)?).await
    }

    /// Shows which of the newest answers new names of a brand would find, before they are saved.
    pub async fn preview_brand(&self, request: &BrandPreviewRequest) -> Result<BrandPreview> {
        self.0.call(Call::new(operation::PREVIEW_BRAND).body(request)?).await
    }
}
