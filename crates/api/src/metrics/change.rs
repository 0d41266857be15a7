//! What changed between two runs or periods, and where it comes from.

use serde::{Deserialize, Serialize};

use super::counted::{BrandName, Coverage, Rate, Sample, Tier};
use super::series::SeriesInterval;
use crate::id::{BrandId, PromptId, RunId};
use crate::limits::{METRIC_BRANDS_MAX, PAGE_SIZE_MAX};
use crate::model::ModelCode;
use crate::response_field::null_as_default;
use crate::scope::scoped_request;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// What is compared.
    ChangeBasis {
        /// The newest two finished runs of the scope that asked a model the same prompt: one of the newest 20, and one of the
        /// 200 runs before it, which may be older than `from`; at most 60 runs are read. A run in the scope is the later one.
        Runs = "RUNS",
        /// The period of the scope, and the period before it of the same length. The scope needs `from`.
        Periods = "PERIODS",
    }
}

scoped_request! {
    /// A request for what changed.
    MovementFilter {
        /// What is compared. When absent, `PERIODS` if the scope has `from` and no run, and the period before has something
        /// comparable; else `RUNS`.
        basis: known(ChangeBasis),
        /// The earlier run, finished and with answers in the scope. Only with the basis `RUNS`; the newest comparable
        /// run when absent.
        before_run_id: id("beforeRunID", RunId, "RunId"),
        /// Only these brands, one or several: at most 20 ids. All tracked brands when empty.
        brand_ids: ids("brandID", BrandId, "Vec<BrandId>", METRIC_BRANDS_MAX),
        /// The maximum number of changes and of movements, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// What changed between two runs or periods.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct MovementList {
    /// How many answers were counted, of both together.
    pub coverage: Coverage,
    /// The comparison. `null` when there is nothing to compare with.
    pub comparison: Option<Comparison>,
}

/// A comparison of two runs or periods.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The earlier run or period.
    pub before: ComparedAnswers,
    /// The later run or period.
    pub after: ComparedAnswers,
    /// How far the changes can be trusted: the lower tier of both.
    pub tier: Tier,
    /// The changes of each brand, largest change of the mention rate first.
    #[serde(deserialize_with = "null_as_default")]
    pub changes: Vec<BrandChange>,
    /// The number of all movements.
    pub total_movements: u64,
    /// The movements of a brand in the answers of a model, largest first.
    #[serde(deserialize_with = "null_as_default")]
    pub movements: Vec<Movement>,
}

/// One side of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComparedAnswers {
    /// The run. Omitted for a period.
    #[serde(rename = "runID", default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// When the first answer was requested. Omitted without answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_created_at: Option<Timestamp>,
    /// All answers.
    pub sample: Sample,
    /// The answers to questions of models that both sides have.
    pub comparable: Sample,
}

/// How the metrics of a brand changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandChange {
    /// The brand.
    pub brand: BrandName,
    /// The change of the mention rate. Omitted when a side has no answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mention_rate: Option<Change>,
    /// The change of the share of voice. Omitted when a side names no tracked brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_of_voice: Option<Change>,
}

/// A change of a metric and where it comes from. The four effects add up to `after` − `before`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The value before, 0..1.
    pub before: f64,
    /// The value after, 0..1.
    pub after: f64,
    /// The effect of the prompts: which were asked, and how often.
    pub prompts: f64,
    /// The effect of the models: which were asked each prompt, and how often.
    pub models: f64,
    /// The effect of the brand: how often the same models name it in answers to the same prompts.
    pub brand: f64,
    /// The effect of the other tracked brands. 0 for a mention rate.
    pub other_brands: f64,
    /// Whether a mention rate moved significantly in answers to the same prompts by the same models in the same regions: by the 95 %
    /// interval over prompts. What an alert reports, by 99 %, is significant here, too. Omitted when too few answers can be
    /// compared, and for a share of voice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub significant: Option<bool>,
}

/// How the mention rate of a brand moved in the answers of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Movement {
    /// The brand.
    pub brand: BrandName,
    /// The model.
    pub model: ModelCode,
    /// The difference of the rates over the prompts that both sides asked, -1..1.
    pub moved: f64,
    /// The rest of the change: both sides asked different prompts. -1..1.
    pub moved_by_prompts: f64,
    /// The prompts for which the rate rose.
    pub gained: MovedPrompts,
    /// The prompts for which the rate fell.
    pub lost: MovedPrompts,
}

/// Prompts for which a rate moved in one direction.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct MovedPrompts {
    /// The number of these prompts.
    pub count: u64,
    /// At most five of them, the largest change first.
    #[serde(deserialize_with = "null_as_default")]
    pub prompts: Vec<MovedPrompt>,
}

/// A prompt for which a rate moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct MovedPrompt {
    /// The id.
    #[serde(rename = "promptID")]
    pub prompt_id: PromptId,
    /// The text of the prompt in its newest answer.
    pub query: String,
    /// The mention rate before, in the answers of the model that are compared, 0..1.
    pub before: f64,
    /// The rate after.
    pub after: f64,
}

scoped_request! {
    /// A request for the brands that a brand is ahead of or behind.
    LeadFilter {
        /// The brand. Required.
        brand_id: required_id("brandID", BrandId, "BrandId"),
        /// The interval. `RUN` when absent.
        interval: known(SeriesInterval),
        /// The IANA time zone in which days, weeks and months begin. `UTC` when absent.
        time_zone: text,
    }
}

/// The brands that a brand is ahead of or behind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct LeadList {
    /// How many answers were counted.
    pub coverage: Coverage,
    /// The other brands with another mention rate in the newest point, the one that is ahead longest first. At most 100. A period that
    /// `from` or `to` cuts is no point.
    #[serde(deserialize_with = "null_as_default")]
    pub leads: Vec<Lead>,
}

/// Since when a brand is ahead of or behind another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Lead {
    /// The other brand.
    pub brand: BrandName,
    /// Whether the brand of the request has the higher mention rate.
    pub is_ahead: bool,
    /// The day of the first point since which it is so without a break, such as `2026-11-16`.
    pub since: String,
    /// The run of this point. Omitted unless the interval is a run.
    #[serde(rename = "runID", default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// The number of points with answers since then, at least 1.
    pub points: u64,
    /// Whether it is so in every point of the scope: it may have begun before.
    pub is_since_the_beginning: bool,
    /// The number of answers since then: the denominator of both mention rates.
    pub answers: u64,
    /// The answers since then that name the brand of the request.
    pub mention_rate: Rate,
    /// The answers since then that name the other brand.
    pub other_mention_rate: Rate,
    /// Whether the two rates differ significantly: their intervals do not overlap.
    pub significant: bool,
}
