//! Questions about the texts of answers.

use answerdeck_api::{AnswerId, AnswerScope, RunId};
use answerdeck_insight::Mention;
use serde::{Deserialize, Serialize};

use crate::matching_answers::MatchingAnswer;

/// Searches the texts of answers for a phrase. Each reply covers a part of the answers, so that other questions do not wait long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchTexts {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The phrase. A phrase without visible characters is in no answer.
    pub phrase: String,
    /// Where this part begins. `None` for the first one.
    pub from: Option<TextPlace>,
}

/// A place in the kept answers, where one part of a search ends and the next one begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TextPlace {
    /// The run. `None` for the answers without a run.
    pub run: Option<RunId>,
    /// The number of blocks of this run that were searched.
    pub blocks: usize,
}

/// A part of a search for a phrase.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundTexts {
    /// Where this part began, as in its question.
    pub from: Option<TextPlace>,
    /// The number of answers in the scope.
    pub total: u64,
    /// The number of answers that were searched in this part.
    pub searched: u64,
    /// The answers of this part with the phrase, in no order.
    pub found: Vec<FoundText>,
    /// Where the next part begins. `None` after the last one.
    pub next: Option<TextPlace>,
}

/// An answer with a phrase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundText {
    /// The answer.
    pub answer: MatchingAnswer,
    /// The text before the first occurrence, at most 60 characters.
    pub before: String,
    /// The first occurrence, spelled as in the text.
    pub phrase: String,
    /// The text after the first occurrence, at most 120 characters.
    pub after: String,
}

/// Asks for a kept answer. `None` if it is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeptAnswer {
    /// The id of the answer.
    pub id: AnswerId,
}

/// Asks where a text names the tracked brands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Mentions {
    /// The text.
    pub text: String,
}

/// The mentions of the tracked brands in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundMentions {
    /// The names of the brands. A mention has the position of its brand in this list.
    pub brands: Vec<String>,
    /// The mentions, in the order of the text.
    pub mentions: Vec<Mention>,
}
