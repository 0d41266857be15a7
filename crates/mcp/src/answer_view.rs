//! Answers and keywords as tools return them: bounded, so that a list fits the context of a model.

use answerdeck_api::{
    Answer, AnswerId, AnswerList, AnswerStatus, Failure, ModelCode, ModelRoute, PromptId, RunId, SiteKeywordAnalysis,
    SiteKeywordAnalysisId, SiteKeywordAnalysisStatus, Source, Timestamp,
};
use serde::{Deserialize, Serialize};

/// The length of an excerpt, in characters.
const EXCERPT_MAX: usize = 300;

/// A page of answers without their whole texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnswerSummaryList {
    /// The answers, newest first.
    answers: Vec<AnswerSummary>,
    /// The `cursor` of the next page. `null` on the last page.
    next_cursor: Option<String>,
}

/// An answer with the beginning of its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct AnswerSummary {
    #[serde(flatten)]
    head: AnswerHead,
    /// The beginning of the text, at most 300 characters.
    excerpt: String,
}

/// An answer without its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnswerHead {
    /// The id, for `get_answer`.
    id: AnswerId,
    /// The model.
    model: ModelCode,
    /// How the answer came: from the model's API, the product as people see it, or a local stand-in. `null` while there is none.
    route: Option<ModelRoute>,
    /// The prompt.
    #[serde(rename = "promptID")]
    prompt_id: PromptId,
    /// The region, an ISO 3166-1 alpha-2 code.
    region: String,
    /// The state.
    status: AnswerStatus,
    /// Why there is no answer. `providerStatus` and `providerMessage` are the provider's own words. `null` unless `FAILED`.
    failure: Option<Failure>,
    /// The text that was sent to the model.
    query: String,
    /// When the answer was requested, RFC 3339 with its zone.
    created_at: Option<Timestamp>,
    /// The run. `null` if the answer belongs to none.
    #[serde(rename = "runID")]
    run_id: Option<RunId>,
    /// The length of the whole text in characters.
    content_length: u64,
    /// The number of cited sources.
    source_count: u64,
    /// The number of searches that the model ran.
    fanout_count: u64,
}

/// An answer with its text, sources and searches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnswerDetail {
    #[serde(flatten)]
    head: AnswerHead,
    /// The text, Markdown.
    content: String,
    /// The sources that the answer cites.
    sources: Vec<Source>,
    /// The searches that the model ran.
    fanouts: Vec<String>,
}

/// A site keyword analysis without the pages of its keywords.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SiteKeywords {
    /// The id.
    id: SiteKeywordAnalysisId,
    /// The state.
    status: SiteKeywordAnalysisStatus,
    /// The maximum number of pages.
    max_pages: u32,
    /// The number of pages. `null` before it is known.
    total_pages: Option<u32>,
    /// The number of pages that were attempted.
    processed_pages: u32,
    /// The keywords, the most important first. Empty unless `status` is `COMPLETED`.
    keywords: Vec<SiteKeywordCount>,
    /// Why the analysis failed. `null` if it has not.
    error: Option<String>,
}

/// A keyword of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SiteKeywordCount {
    /// The keyword.
    keyword: String,
    /// The number of pages that contain it.
    #[serde(rename = "sourceURLCount")]
    source_url_count: u32,
}

impl From<AnswerList> for AnswerSummaryList {
    fn from(list: AnswerList) -> Self {
        Self { answers: list.answers.iter().map(summary).collect(), next_cursor: list.next_cursor }
    }
}

impl From<Answer> for AnswerDetail {
    fn from(answer: Answer) -> Self {
        Self { head: head(&answer), content: answer.content, sources: answer.sources, fanouts: answer.fanouts }
    }
}

impl From<SiteKeywordAnalysis> for SiteKeywords {
    fn from(analysis: SiteKeywordAnalysis) -> Self {
        let keywords = analysis
            .keywords
            .into_iter()
            .map(|keyword| SiteKeywordCount { keyword: keyword.keyword, source_url_count: keyword.source_url_count });
        Self {
            id: analysis.id,
            status: analysis.status,
            max_pages: analysis.max_pages,
            total_pages: analysis.total_pages,
            processed_pages: analysis.processed_pages,
            keywords: keywords.collect(),
            error: analysis.error,
        }
    }
}

fn summary(answer: &Answer) -> AnswerSummary {
    AnswerSummary { head: head(answer), excerpt: answer.content.chars().take(EXCERPT_MAX).collect() }
}

fn head(answer: &Answer) -> AnswerHead {
    AnswerHead {
        id: answer.id.clone(),
        model: answer.model.clone(),
        route: answer.route.clone(),
        prompt_id: answer.prompt_id.clone(),
        region: answer.region.clone(),
        status: answer.status.clone(),
        failure: answer.failure.clone(),
        query: answer.query.clone(),
        created_at: answer.created_at.clone(),
        run_id: answer.run_id.clone(),
        content_length: answer.content.chars().count() as u64,
        source_count: answer.sources.len() as u64,
        fanout_count: answer.fanouts.len() as u64,
    }
}
