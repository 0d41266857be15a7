//! Digests: what an organization's answers showed in a week. An extension of Answerdeck.

mod settings;

use serde::{Deserialize, Serialize};

use crate::alert::AlertFired;
use crate::id::{DigestId, PromptId};
use crate::list::list;
use crate::metrics::{BrandName, Coverage, Rate, Sample};
use crate::model::ModelRoute;
use crate::response_field::null_as_default;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

pub use settings::{DigestMailStatus, DigestSettings, DigestSettingsUpdate, is_email_address};

wire_enum! {
    /// What a digest says first.
    DigestOutcome {
        /// A mention rate moved significantly.
        Moved = "MOVED",
        /// The weeks were compared, and no mention rate moved significantly.
        NothingMoved = "NOTHING_MOVED",
        /// Too few answers of both weeks can be compared, or no brand is tracked.
        NotComparable = "NOT_COMPARABLE",
        /// The week has no answers.
        NoAnswers = "NO_ANSWERS",
    }
}

/// What the answers of a week showed.
///
/// Source: docs/platform-api.md, section 2, Digest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Digest {
    /// The id.
    pub id: DigestId,
    /// What it found.
    pub findings: DigestFindings,
    /// When it was made.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: Timestamp,
}

/// What a digest found, in the names of the time when it was made. It counts the answers of finished runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DigestFindings {
    /// What it says first.
    #[serde(default, deserialize_with = "null_as_default")]
    pub outcome: DigestOutcome,
    /// When the week begins: `from` of its answers. It is compared with the time before it, of the same length.
    #[serde(default, deserialize_with = "null_as_default")]
    pub from: Timestamp,
    /// When the week ends: `to` of its answers.
    #[serde(default, deserialize_with = "null_as_default")]
    pub to: Timestamp,
    /// The IANA time zone in which the week begins and ends at midnight.
    #[serde(default, deserialize_with = "null_as_default")]
    pub time_zone: String,
    /// The route by which its answers came: numbers never mix routes. The first one of the organization that has answers in the week,
    /// or else the first one. Omitted when the organization has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<ModelRoute>,
    /// Whether the organization has other routes, too. Alerts, runs, failed items and credits are those of all routes.
    #[serde(default, deserialize_with = "null_as_default")]
    pub has_other_routes: bool,
    /// How many answers of the week were counted.
    pub coverage: Coverage,
    /// The answers of the week: the denominator of its mention rates.
    pub sample: Sample,
    /// The answers of the week before: the denominator of its mention rates.
    pub sample_before: Sample,
    /// The number of tracked brands.
    #[serde(default, deserialize_with = "null_as_default")]
    pub total_brands: u64,
    /// The organization's own brand. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<DigestBrand>,
    /// The most named rival of the brand, or without a brand the most named one. Omitted when no answer of the week names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rival: Option<DigestBrand>,
    /// The prompts for which more answers name a rival of the brand and not the brand than name the brand. Omitted without a brand and
    /// without such prompts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_gap: Option<DigestPromptGap>,
    /// The domain whose citing answers most often name a rival and not the brand. It is no tracked brand's. Omitted without a brand and
    /// without such answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_gap: Option<DigestSourceGap>,
    /// The page that most answers cite of those that no answer of the week before cites, if that is a significant rise. Omitted when
    /// there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_page: Option<DigestNewPage>,
    /// The number of alerts of the week.
    #[serde(default, deserialize_with = "null_as_default")]
    pub alert_count: u64,
    /// The newest of these alerts, at most three.
    #[serde(default, deserialize_with = "null_as_default")]
    pub alerts: Vec<AlertFired>,
    /// The number of finished runs that were started in the week.
    #[serde(default, deserialize_with = "null_as_default")]
    pub run_count: u64,
    /// The number of items of these runs that failed or were skipped.
    #[serde(default, deserialize_with = "null_as_default")]
    pub failed_item_count: u64,
    /// The number of due times of schedules in the week at which no run has started.
    #[serde(default, deserialize_with = "null_as_default")]
    pub skipped_due_time_count: u64,
    /// What the answers of these runs cost, in credits.
    #[serde(default, deserialize_with = "null_as_default")]
    pub credits_spent: f64,
    /// The credit balance when the digest was made.
    #[serde(default, deserialize_with = "null_as_default")]
    pub balance: f64,
}

/// How often the answers of a week name a brand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DigestBrand {
    /// The brand.
    pub brand: BrandName,
    /// The answers of the week that name it, of `sample`.
    pub mention_rate: Rate,
    /// Those of the week before, of `sampleBefore`.
    pub before: Rate,
    /// Its place among the tracked brands by mention rate: 1 is the highest. Brands with the same rate have the same place. Omitted
    /// when it may be beyond 100, and when the week has no answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u64>,
    /// By how much its rate moved, -1..1, in answers to the same prompts by the same models in the same regions. Omitted when it did
    /// not move significantly, or when too few answers can be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<f64>,
}

/// The prompts for which more answers name a rival and not the brand than name the brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct DigestPromptGap {
    /// The number of these prompts: `behind` of the metrics of prompts.
    pub count: u64,
    /// The one with the most answers that name a rival and not the brand. It does not name only other brands.
    #[serde(rename = "promptID")]
    pub prompt_id: PromptId,
    /// Its text.
    pub query: String,
    /// The number of its answers that name a rival and not the brand.
    pub answers: u64,
    /// The number of its answers.
    pub of: u64,
}

/// A domain whose citing answers name rivals.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct DigestSourceGap {
    /// The domain.
    pub domain: String,
    /// The number of answers that cite it and name a rival and not the brand.
    pub answers: u64,
    /// The number of answers that cite it.
    pub of: u64,
    /// The rivals, at most 100. Those named most often together with the brand are first.
    #[serde(default, deserialize_with = "null_as_default")]
    pub rivals: Vec<BrandName>,
}

/// A page that is cited since the week.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct DigestNewPage {
    /// The URL.
    pub url: String,
    /// The title in the latest answer that cites it. Untrusted. Omitted when it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The root domain.
    pub domain: String,
    /// The number of answers that cite it.
    pub answers: u64,
}

list! {
    /// A page of digests, newest first. An organization keeps those of two years.
    DigestList {
        /// The digests.
        digests: Digest
    }
}
