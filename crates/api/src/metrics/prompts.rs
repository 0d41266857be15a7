//! The metrics of prompts.

use serde::{Deserialize, Serialize};

use super::counted::{BrandName, Coverage, Rate};
use crate::id::{BrandId, PromptId};
use crate::limits::{PAGE_SIZE_MAX, PROMPT_IDS_MAX};
use crate::model::ModelCode;
use crate::response_field::null_as_default;
use crate::scope::scoped_request;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The order of prompts.
    PromptMetricsOrder {
        /// The highest mention rate first.
        Rate = "RATE",
        /// The largest rise of the mention rate since the period before first. The scope needs `from`.
        Change = "CHANGE",
        /// The most answers that name a rival and not this brand first.
        Gap = "GAP",
        /// The newest answer first.
        Newest = "NEWEST",
    }
}

scoped_request! {
    /// A request for the metrics of prompts.
    PromptMetricsFilter {
        /// The brand that the order and the rates are about. Required.
        brand_id: required_id("brandID", BrandId, "BrandId"),
        /// Only these prompts, 0..100 ids. All prompts with answers in the scope when empty.
        prompt_ids: ids("promptIDs", PromptId, "Vec<PromptId>", PROMPT_IDS_MAX),
        /// The order. `RATE` when absent.
        order: known(PromptMetricsOrder),
        /// `true`: the other way round. Prompts without a period before stay at the end of `CHANGE`.
        ascending: value(bool),
        cursor,
        /// The maximum number of prompts of the page, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// A page of prompts with their metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptMetricsList {
    /// How many answers were counted.
    pub coverage: Coverage,
    /// What all prompts with answers in the scope have together, whichever `promptIDs` names.
    pub all: PromptSummary,
    /// The number of the requested prompts with answers in the scope.
    pub total_prompts: u64,
    /// The tracked brands, in the order of the `named` of every model. At most 100: the requested one, then the newest.
    #[serde(deserialize_with = "null_as_default")]
    pub brands: Vec<BrandName>,
    /// The prompts.
    #[serde(deserialize_with = "null_as_default")]
    pub prompts: Vec<PromptMetrics>,
    /// The `cursor` of the next page. `null` on the last page.
    pub next_cursor: Option<String>,
}

/// What prompts have together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptSummary {
    /// The number of prompts.
    pub prompts: u64,
    /// The number of their answers: the denominator of the mention rate.
    pub answers: u64,
    /// The answers that name the brand of the request.
    pub mention_rate: Rate,
    /// The number of prompts with more answers that name a rival and not this brand than answers that name this brand.
    pub behind: u64,
}

/// The metrics of a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptMetrics {
    /// The id.
    #[serde(rename = "promptID")]
    pub prompt_id: PromptId,
    /// The text of the prompt in its newest answer.
    pub query: String,
    /// The number of its answers, at least 1: the denominator of the mention rate.
    pub answers: u64,
    /// When the newest of these answers was requested.
    pub latest_created_at: Timestamp,
    /// The answers that name the brand of the request.
    pub mention_rate: Rate,
    /// The mention rate in the period before. Omitted when the scope has no `from`, or the prompt had no answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Rate>,
    /// The number of its answers in the period before: the denominator of `before`. 0 without such answers.
    #[serde(default, deserialize_with = "null_as_default")]
    pub answers_before: u64,
    /// The answers that name a rival and not this brand. A rival is a brand that at least a tenth of the answers in the scope that
    /// name this one name too, or any other tracked brand if there is none.
    pub gap: u64,
    /// The models with answers, ordered by code.
    #[serde(deserialize_with = "null_as_default")]
    pub models: Vec<PromptModel>,
}

/// The answers of a model to a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct PromptModel {
    /// The model.
    pub model: ModelCode,
    /// The number of answers, at least 1.
    pub answers: u64,
    /// The number of sources that they cite.
    pub citations: u64,
    /// The number of answers that name each brand of the response.
    #[serde(deserialize_with = "null_as_default")]
    pub named: Vec<u64>,
}
