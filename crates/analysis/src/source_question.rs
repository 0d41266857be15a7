//! Questions about sources and searches.

use answerdeck_api::{AnswerScope, FanoutInclude, PromptId};
use answerdeck_insight::{Period, SampleChange, SourceStability};
use serde::{Deserialize, Serialize};

/// Asks for the most cited domains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceDomains {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The maximum number of domains.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// Asks for the most cited pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceUrls {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// Only pages of this root domain, spelled as in the sources. `None` for all pages.
    pub domain: Option<String>,
    /// The maximum number of pages.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// Asks for the most frequent searches of models.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fanouts {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The optional fields of each search.
    #[serde(default)]
    pub include: Vec<FanoutInclude>,
    /// The maximum number of searches.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// Asks for the citations of domains over time, and for the stability of all sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceTrend {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The length of the periods.
    pub period: Period,
    /// The domains.
    pub domains: Vec<String>,
}

/// The citations of domains over time, and the stability of all sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceTrendReport {
    /// All periods from the first to the last with answers.
    pub series: Vec<SourcePoint>,
    /// How many domains an answer keeps from one run to the next. `None` with fewer than two pairs of runs.
    pub stability: Option<SourceStability>,
}

/// A period of a trend of sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourcePoint {
    /// The first day of the period in the calendar of the device, as in `2026-11-16`.
    pub first_day: String,
    /// The citations. `None` is a gap: a period without answers.
    pub citations: Option<PeriodCitations>,
    /// How the prompts and models differ from the last period with answers. `None` if they are the same in about the same
    /// mix, and in the first period.
    pub sample_change: Option<SampleChange>,
}

/// The citations of a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PeriodCitations {
    /// The number of all citations. If it is 0, shares are unknown.
    pub total: u64,
    /// The citations of each domain, in the order of the question.
    pub of_domains: Vec<u64>,
}

/// Asks for the prompts that made no model search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptsWithoutSearch {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The number of prompts to skip, from the one with the most answers on.
    #[serde(default)]
    pub skip: u32,
    /// The maximum number of prompts to return. A reply has at most 200: use `skip` for the next ones.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// The prompts that made no model search.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchlessPrompts {
    /// The prompts with answers in the scope.
    pub prompts: u64,
    /// The number of prompts none of whose answers has a search.
    pub without_search: u64,
    /// The prompts with the most answers, after the skipped ones.
    pub most_asked: Vec<SearchlessPrompt>,
}

/// A prompt that made no model search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchlessPrompt {
    /// The id.
    pub id: PromptId,
    /// The text of the prompt in its newest answer.
    pub question: String,
    /// The number of its answers, none of which has a search.
    pub answers: u64,
}
