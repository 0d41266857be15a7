//! The metrics of searches that models ran.

use serde::{Deserialize, Serialize};

use super::counted::Coverage;
use crate::id::{BrandId, PromptId};
use crate::limits::PAGE_SIZE_MAX;
use crate::response_field::null_as_default;
use crate::scope::scoped_request;

scoped_request! {
    /// A request for the searches whose answers never name a brand.
    UnnamedSearchFilter {
        /// The brand. Required.
        brand_id: required_id("brandID", BrandId, "BrandId"),
        /// The maximum number of searches, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// The searches whose answers never name a brand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UnnamedSearchList {
    /// How many answers were counted.
    pub coverage: Coverage,
    /// The number of distinct searches.
    pub total_searches: u64,
    /// The number of searches whose answers never name the brand.
    pub total_unnamed: u64,
    /// The searches with the most answers. Ties are ordered by text.
    #[serde(deserialize_with = "null_as_default")]
    pub searches: Vec<UnnamedSearch>,
}

/// A search whose answers never name a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UnnamedSearch {
    /// The text of the search.
    pub query: String,
    /// The number of its answers.
    pub answer_count: u64,
}

scoped_request! {
    /// A request for the prompts for which no model searched.
    PromptWithoutSearchFilter {
        cursor,
        /// The maximum number of prompts of the page, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// A page of the prompts for which no model searched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptWithoutSearchList {
    /// The number of prompts with answers in the scope.
    pub total_prompts: u64,
    /// The number of prompts none of whose answers has a search.
    pub total_without_search: u64,
    /// The prompts with the most answers first.
    #[serde(deserialize_with = "null_as_default")]
    pub prompts: Vec<PromptWithoutSearch>,
    /// The `cursor` of the next page. `null` on the last page.
    pub next_cursor: Option<String>,
}

/// A prompt for which no model searched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptWithoutSearch {
    /// The id.
    #[serde(rename = "promptID")]
    pub prompt_id: PromptId,
    /// The text of the prompt in its newest answer.
    pub query: String,
    /// The number of its answers, none of which has a search.
    pub answer_count: u64,
}
