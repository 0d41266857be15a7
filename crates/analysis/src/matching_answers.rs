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
    /// What the answers have in common.
    pub feature: AnswerFeature,
    /// The number of answers to skip, from the newest on.
    #[serde(default)]
    pub skip: u32,
    /// The maximum number of answers to return. A reply has at most 100: use `skip` for the next ones.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// A feature by which answers are selected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum AnswerFeature {
    /// No feature: all answers of the scope.
    Any,
    /// A source of this domain.
    Domain(String),
    /// This page as a source.
    Page(String),
    /// This search, which the model ran.
    Search(String),
    /// Whether they name or cite a brand.
    Brand(BrandAnswers),
}

/// The answers behind a figure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MatchingAnswers {
    /// The number of all answers behind the figure.
    pub total: u64,
    /// The answers after the skipped ones, newest first.
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
