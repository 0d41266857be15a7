//! Questions about one brand, and what moved between runs.

use answerdeck_api::{AnswerId, AnswerScope, BrandId, ModelCode, PromptId, RunId, Timestamp};
use answerdeck_insight::{Period, Rate, Sample, SampleChange, SourceClasses};
use serde::{Deserialize, Serialize};

/// Asks how often the answers to each prompt name a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptRates {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The brand.
    pub brand: BrandId,
    /// The maximum number of prompts to return: a reply has at most 200.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// How often the answers to each prompt name a brand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptRateReport {
    /// The prompts with answers in the scope.
    pub prompts: u64,
    /// Those with the highest rates, the highest first.
    pub highest: Vec<ReportedPrompt>,
}

/// A prompt of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReportedPrompt {
    /// The id.
    pub id: PromptId,
    /// The text of its newest answer.
    pub question: String,
    /// The mention rate in all its answers.
    pub rate: Rate,
    /// The mention rate of each model with an answer.
    pub by_model: Vec<(ModelCode, Rate)>,
}

/// Asks what the answers to some prompts have, by prompt and by model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerCells {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The brand.
    pub brand: BrandId,
    /// The prompts, at most 200.
    pub prompts: Vec<PromptId>,
}

/// The answers to a prompt by a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AnswerCell {
    /// The id of the prompt.
    pub prompt: PromptId,
    /// The model.
    pub model: ModelCode,
    /// The number of answers.
    pub answers: u64,
    /// Those of them that name the brand.
    pub naming: u64,
    /// The sources that they cite.
    pub citations: u64,
}

/// Asks what moved between the newest finished run and the one before it that asked the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Movements {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The maximum number of movements to return: a reply has at most 20.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// What moved between two runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MovementReport {
    /// The run before: the newest earlier one that asked a prompt of the newest run of the same model.
    pub before: RunId,
    /// When its first answer was requested.
    pub since: Timestamp,
    /// The newest finished run.
    pub after: RunId,
    /// The answers of the two runs to the same prompts by the same models.
    pub comparable: [Sample; 2],
    /// The number of all movements.
    pub total: u64,
    /// The largest movements, the largest first.
    pub movements: Vec<Movement>,
}

/// The movement of a brand in the answers of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Movement {
    /// The id of the brand.
    pub brand: BrandId,
    /// Its name.
    pub name: String,
    /// The model.
    pub model: ModelCode,
    /// What the mention rate moved by where the same was asked, in thousandths: -1,000..1,000.
    pub moved: i32,
    /// What it moved by because other prompts were asked, in thousandths.
    pub moved_by_prompts: i32,
    /// The prompts for which the rate rose.
    pub gained: MovedPromptList,
    /// The prompts for which it fell.
    pub lost: MovedPromptList,
}

/// Prompts for which a rate moved in one direction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MovedPromptList {
    /// The number of all of them.
    pub count: u64,
    /// Some of them: the id of each, and the text of its newest answer.
    pub named: Vec<(PromptId, String)>,
}

/// Asks for the searches whose answers never name a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnnamedSearches {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The brand.
    pub brand: BrandId,
    /// The maximum number of searches to return.
    #[serde(default = "crate::limit::default_limit")]
    pub limit: u32,
}

/// The searches whose answers never name a brand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UnnamedSearchReport {
    /// The number of distinct searches in the scope.
    pub searches: u64,
    /// The number of those whose answers never name the brand.
    pub unnamed: u64,
    /// Those with the most answers, and the number of answers of each.
    pub most_run: Vec<(String, u64)>,
}

/// What answers do with a brand. A condition that is absent is met by every answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandAnswers {
    /// The brand.
    pub brand: BrandId,
    /// Whether they name it.
    #[serde(default)]
    pub named: Option<bool>,
    /// Whether they cite a site of it.
    #[serde(default)]
    pub cited: Option<bool>,
    /// Another brand of which they cite a site.
    #[serde(default)]
    pub rival: Option<BrandId>,
}

/// Asks which brands answers cite that neither name nor cite a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CitedRivals {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The brand.
    pub brand: BrandId,
}

/// A brand that answers cite instead of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CitedRival {
    /// The id.
    pub id: BrandId,
    /// The name.
    pub name: String,
    /// The answers that cite a site of it and neither name nor cite the other brand. At least 1, the most first.
    pub answers: u64,
}

/// Asks how often repeated answers agree on whether they name a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandReproducibility {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The brand.
    pub brand: BrandId,
}

/// Asks how citations divide by the owner of the cited page, over time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceClassTrend {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The length of the periods.
    pub period: Period,
    /// The own brand. `None` if there is none: then the sites of all brands are those of other brands.
    pub own: Option<BrandId>,
}

/// A period of a trend of classes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceClassPoint {
    /// The first day of the period in the calendar of the device, as in `2026-11-16`.
    pub first_day: String,
    /// The citations by class. `None` is a gap: a period without answers.
    pub classes: Option<SourceClasses>,
    /// How its prompts and models differ from those of the last period with answers. `None` if they are the same in
    /// about the same mix, and in the first period.
    pub sample_change: Option<SampleChange>,
}

/// Asks what further names of a brand would add, before the brand is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewNames {
    /// The brand. `None` for one that does not exist yet.
    pub brand: Option<BrandId>,
    /// All its names, also those that it has already.
    pub names: Vec<String>,
    /// The maximum number of examples to return: a reply has at most 10.
    #[serde(default = "crate::limit::default_examples")]
    pub limit: u32,
}

/// What further names of a brand would add.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NewNamesReport {
    /// The number of answers that were searched: the newest.
    pub searched: u64,
    /// Those that the brand is named in, and was not.
    pub added: u64,
    /// The newest of these.
    pub examples: Vec<NameExample>,
}

/// A sentence that names a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NameExample {
    /// The answer.
    pub id: AnswerId,
    /// The text before the name, from the beginning of the sentence. It may be cut.
    pub before: String,
    /// The name as the answer has it.
    pub name: String,
    /// The text after the name, to the end of the sentence. It may be cut.
    pub after: String,
}
