//! Questions about the texts of answers.

use answerdeck_api::{AnswerId, AnswerScope, RunId};
use answerdeck_insight::Mention;
use serde::{Deserialize, Serialize};

use crate::matching_answers::MatchingAnswer;

/// Asks which answers of a scope have a phrase in their text. The reply is about a part of them, so that other questions wait
/// only for that part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchTexts {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The phrase. Without visible characters, no answer has it.
    pub phrase: String,
    /// Where this part begins. `None` for the first one.
    pub from: Option<TextPlace>,
}

/// A place among the texts of kept answers: a part of a search ends there, and the next one begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TextPlace {
    /// The run. `None` for the answers without a run.
    pub run: Option<RunId>,
    /// The number of blocks of the run before the place.
    pub blocks: usize,
}

/// A part of a search for a phrase.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundTexts {
    /// Where this part began, as in its question.
    pub from: Option<TextPlace>,
    /// All answers of the scope.
    pub total: u64,
    /// Those that were searched in this part.
    pub searched: u64,
    /// Those of them with the phrase, without order.
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
    /// The first occurrence, as the text has it.
    pub phrase: String,
    /// The text after it, at most 120 characters.
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
