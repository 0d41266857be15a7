//! Metrics of brands, prompts, sources and searches.

use std::rc::Rc;

use answerdeck_api::metrics::{
    AnswerMatchFilter, AnswerMatchList, AnswerTextFilter, AnswerTextList, BrandMetrics, BrandMetricsFilter,
    BrandPreview, BrandPreviewRequest, LeadFilter, LeadList, MentionList, MovementFilter, MovementList,
    PromptMetricsFilter, PromptMetricsList, PromptWithoutSearchFilter, PromptWithoutSearchList, SourceChangeFilter,
    SourceChangeList, SourceInfluenceFilter, SourceInfluenceList, SourceTrend, SourceTrendFilter, UnnamedSearchFilter,
    UnnamedSearchList,
};
use answerdeck_api::{AnswerId, operation};

use crate::call::{Call, query_string};
use crate::dispatcher::Dispatcher;
use crate::error::Result;

/// The operations of metrics. Each covers the answers in the scope of its filter, by default all answers of the organization. They
/// are an extension of the Answerdeck server: on another platform they fail with `is_not_found`.
///
/// Source: docs/platform-api.md, section 2, Metrics. Assumed.
#[derive(Debug, Clone)]
pub struct Metrics(pub(crate) Rc<Dispatcher>);

macro_rules! reads {
    ($($(#[doc = $doc:literal])* $name:ident: $filter:ident -> $response:ident = $operation:ident;)*) => {
        impl Metrics {
            $(
                $(#[doc = $doc])*
                ///
                /// # Errors
                /// Fails with `is_not_found` for a run, prompt set, prompt or brand that does not exist, and with `is_validation`
                /// for a parameter that is missing or out of bounds.
                pub async fn $name(&self, filter: &$filter) -> Result<$response> {
                    self.0.call(Call::new(operation::$operation).query(query_string(filter)?)).await
                }
            )*
        }
    };
}

reads! {
    /// Measures what answers say about brands.
    brands: BrandMetricsFilter -> BrandMetrics = MEASURE_BRANDS;
    /// Measures how often the answers to each prompt name brands. A page: its `next_cursor` is the `cursor` of the next one.
    prompts: PromptMetricsFilter -> PromptMetricsList = MEASURE_PROMPTS;
    /// Compares the metrics of brands between two runs or periods.
    movements: MovementFilter -> MovementList = LIST_MOVEMENTS;
    /// Lists since when a brand is ahead of or behind each other brand.
    leads: LeadFilter -> LeadList = LIST_LEADS;
    /// Reads the citations of domains over time, and the stability of all sources.
    source_trend: SourceTrendFilter -> SourceTrend = GET_SOURCE_TREND;
    /// Lists the sources that are new or lost since the period before.
    source_changes: SourceChangeFilter -> SourceChangeList = LIST_SOURCE_CHANGES;
    /// Measures the mention rate of a brand in answers that cite a source, beside other answers to the same prompts.
    source_influence: SourceInfluenceFilter -> SourceInfluenceList = MEASURE_SOURCE_INFLUENCE;
    /// Lists the searches of models whose answers never name a brand.
    unnamed_searches: UnnamedSearchFilter -> UnnamedSearchList = LIST_UNNAMED_SEARCHES;
    /// Lists the prompts for which no model searched. A page: its `next_cursor` is the `cursor` of the next one.
    prompts_without_search: PromptWithoutSearchFilter -> PromptWithoutSearchList = LIST_PROMPTS_WITHOUT_SEARCH;
    /// Lists the answers that meet conditions. A page: its `next_cursor` is the `cursor` of the next one.
    answers: AnswerMatchFilter -> AnswerMatchList = MATCH_ANSWERS;
    /// Searches a phrase in the texts of answers, newest first. A page: its `next_cursor` is the `cursor` of the next one.
    answer_texts: AnswerTextFilter -> AnswerTextList = SEARCH_ANSWER_TEXTS;
}

impl Metrics {
    /// Lists where the text of an answer names brands.
    ///
    /// # Errors
    /// Fails with `is_not_found` when the answer does not exist.
    pub async fn mentions(&self, answer: &AnswerId) -> Result<MentionList> {
        self.0.call(Call::new(operation::LIST_MENTIONS).id(answer.as_str())).await
    }

    /// Shows which of the newest answers new names of a brand would find, before they are saved.
    ///
    /// # Errors
    /// Fails with `is_not_found` for an unknown brand, and with `is_validation` for names that are out of bounds.
    pub async fn preview_brand(&self, request: &BrandPreviewRequest) -> Result<BrandPreview> {
        self.0.call(Call::new(operation::PREVIEW_BRAND).body(request)?).await
    }
}
