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
    /// The prompts with the highest rates, highest first.
    pub highest: Vec<ReportedPrompt>,
}

/// A prompt of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReportedPrompt {
    /// The id.
    pub id: PromptId,
    /// The text of the prompt in its newest answer.
    pub question: String,
    /// The mention rate in all its answers.
    pub rate: Rate,
    /// The mention rate of each model with an answer.
    pub by_model: Vec<(ModelCode, Rate)>,
}

/// Asks for the counts of the answers to some prompts, by prompt and model.
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
    /// The number of answers that name the brand.
    pub naming: u64,
    /// The number of sources that the answers cite.
    pub citations: u64,
}

/// Asks what moved between the newest finished run and the last run before it that asked a model the same prompt.
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
    /// The earlier run: the newest one that asked a model a prompt of the later run.
    pub before: RunId,
    /// When the first answer of the earlier run was requested.
    pub since: Timestamp,
    /// The later run: the newest finished one.
    pub after: RunId,
    /// The answers of the two runs to the same prompts by the same models.
    pub comparable: [Sample; 2],
    /// The number of all movements.
    pub total: u64,
    /// The largest movements, largest first.
    pub movements: Vec<Movement>,
}

/// How the mention rate of a brand moved in the answers of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Movement {
    /// The id of the brand.
    pub brand: BrandId,
    /// The name of the brand.
    pub name: String,
    /// The model.
    pub model: ModelCode,
    /// How much the mention rate moved in answers to prompts that both runs asked, in thousandths: -1,000..1,000.
    pub moved: i32,
    /// How much it moved because the runs asked different prompts, in thousandths.
    pub moved_by_prompts: i32,
    /// The prompts for which the rate rose.
    pub gained: MovedPromptList,
    /// The prompts for which the rate fell.
    pub lost: MovedPromptList,
}

/// Prompts for which a rate moved in one direction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MovedPromptList {
    /// The number of all these prompts.
    pub count: u64,
    /// Some of the prompts: the id of each, and its text in its newest answer.
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
    /// The number of searches whose answers never name the brand.
    pub unnamed: u64,
    /// The searches with the most answers, each with the number of its answers.
    pub most_run: Vec<(String, u64)>,
}

/// Conditions on how answers name and cite a brand. Every answer meets a condition that is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandAnswers {
    /// The brand.
    pub brand: BrandId,
    /// Whether the answers name the brand.
    #[serde(default)]
    pub named: Option<bool>,
    /// Whether the answers cite a site of the brand.
    #[serde(default)]
    pub cited: Option<bool>,
    /// Another brand, whose site the answers cite.
    #[serde(default)]
    pub rival: Option<BrandId>,
}

/// Asks for the brands that are cited by answers that neither name nor cite a brand.
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

/// A brand that answers cite instead of another brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CitedRival {
    /// The id.
    pub id: BrandId,
    /// The name.
    pub name: String,
    /// The number of answers that cite a site of this brand and neither name nor cite the other. At least 1. The list is in
    /// descending order of it.
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

/// Asks for the citations over time, by the owner of the cited page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceClassTrend {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The length of the periods.
    pub period: Period,
    /// The own brand. If it is `None`, the sites of all brands count as sites of other brands.
    pub own: Option<BrandId>,
}

/// A period of a trend of citations by owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceClassPoint {
    /// The first day of the period in the calendar of the device, as in `2026-11-16`.
    pub first_day: String,
    /// The citations by owner. `None` is a gap: a period without answers.
    pub classes: Option<SourceClasses>,
    /// How the prompts and models differ from the last period with answers. `None` if they are the same in about the same
    /// mix, and in the first period.
    pub sample_change: Option<SampleChange>,
}

/// Asks which kept answers new names of a brand would find, before the brand is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewNames {
    /// The brand. `None` for a brand that does not exist yet.
    pub brand: Option<BrandId>,
    /// All names of the brand, the present ones included.
    pub names: Vec<String>,
    /// The maximum number of examples to return: a reply has at most 10.
    #[serde(default = "crate::limit::default_examples")]
    pub limit: u32,
}

/// The kept answers that new names of a brand would find.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NewNamesReport {
    /// The number of answers that were searched, from the newest on.
    pub searched: u64,
    /// The number of answers that name the brand only with the new names.
    pub added: u64,
    /// The newest of these answers.
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
