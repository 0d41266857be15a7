//! Questions about the answers behind a figure.

use answerdeck_api::{AnswerId, AnswerScope, ModelCode, ModelRoute, Timestamp};
use serde::{Deserialize, Serialize};

use crate::brand_question::BrandAnswers;

/// Asks for the answers behind a figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswersWith {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// What they have.
    pub feature: AnswerFeature,
    /// The newest of them that are left out.
    #[serde(default)]
    pub skip: u32,
    /// The maximum number of answers to return: a reply has at most 100. Use `skip` for those after them.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// What an answer has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum AnswerFeature {
    /// Anything: all answers of the scope.
    Any,
    /// A source of a domain.
    Domain(String),
    /// A page as a source.
    Page(String),
    /// A search that the model ran.
    Search(String),
    /// A brand that they name or cite, or do not.
    Brand(BrandAnswers),
}

/// The answers behind a figure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MatchingAnswers {
    /// The number of all of them.
    pub total: u64,
    /// The newest after those that were left out, the newest first.
    pub newest: Vec<MatchingAnswer>,
}

/// An answer behind a figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MatchingAnswer {
    /// The id.
    pub id: AnswerId,
    /// The prompt.
    pub question: String,
    /// The model.
    pub model: ModelCode,
    /// How the answer came. Absent when the platform does not say it.
    pub route: Option<ModelRoute>,
    /// When it was requested.
    pub created_at: Option<Timestamp>,
}
