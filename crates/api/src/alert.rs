//! Alerts: what moved in the answers of an organization, and the rules by which it is watched. An extension of Answerdeck.
//! docs/metrics.md says when a rule fires.

mod rule;

use serde::{Deserialize, Serialize};

use crate::id::{AlertId, AlertRuleId, PromptId};
use crate::limits::PAGE_SIZE_MAX;
use crate::list::list;
use crate::metrics::{BrandName, Sample};
use crate::model::ModelCode;
use crate::request::request;
use crate::response_field::null_as_default;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

pub use rule::{
    AlertDirection, AlertMetric, AlertRule, AlertRuleDefinition, AlertRuleList, AlertRuleTrial, AlertRuleTrialDay,
    AlertRuleUpdate,
};

wire_enum! {
    /// What an alert is about.
    AlertKind {
        /// A rate of a rule moved.
        Moved = "MOVED",
        /// A brand and another brand changed places.
        Overtaken = "OVERTAKEN",
        /// An engine failed at least half of its items. Its answers count for no rule.
        EngineOutage = "ENGINE_OUTAGE",
    }
}

wire_enum! {
    /// Whether an alert was seen.
    AlertState {
        /// Not yet.
        New = "NEW",
        /// A person has acknowledged it.
        Acknowledged = "ACKNOWLEDGED",
    }
}

/// What moved, by how much, and in which answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Alert {
    /// The id.
    pub id: AlertId,
    /// What it found.
    pub finding: AlertFinding,
    /// Whether it was seen.
    pub state: AlertState,
    /// When it fired.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: Timestamp,
    /// When it was acknowledged. Omitted while it is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledged_at: Option<Timestamp>,
}

/// What an alert found, in the words and names of the time when it fired.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AlertFinding {
    /// What it is about.
    pub kind: AlertKind,
    /// The rule that fired. It may have been deleted. Omitted for an outage.
    #[serde(rename = "ruleID", default, skip_serializing_if = "Option::is_none")]
    pub rule_id: Option<AlertRuleId>,
    /// What the rule watches. Omitted for an outage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<AlertMetric>,
    /// The brand. Omitted for a domain and an outage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<BrandName>,
    /// The other brand. Omitted unless `kind` is `OVERTAKEN`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rival: Option<BrandName>,
    /// The domain. Omitted unless `metric` is `SOURCE_SHARE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The prompt. Omitted unless `metric` is `PROMPT_MENTION_RATE`.
    #[serde(rename = "promptID", default, skip_serializing_if = "Option::is_none")]
    pub prompt_id: Option<PromptId>,
    /// The text of the prompt. Omitted unless `metric` is `PROMPT_MENTION_RATE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// The movement. Omitted for an outage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movement: Option<AlertMovement>,
    /// The outage. Omitted unless `kind` is `ENGINE_OUTAGE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outage: Option<AlertOutage>,
    /// When the first answer was requested that shows it.
    #[serde(default, deserialize_with = "null_as_default")]
    pub since: Timestamp,
    /// When the period before begins, which is as many days long. Omitted for an outage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_before: Option<Timestamp>,
    /// When the period begins that is compared with the one before: `from` of the answers that show it.
    #[serde(default, deserialize_with = "null_as_default")]
    pub from: Timestamp,
    /// When it ends: `to` of these answers.
    #[serde(default, deserialize_with = "null_as_default")]
    pub to: Timestamp,
    /// The IANA time zone in which the days of both periods begin: that of the organization's digests.
    #[serde(default, deserialize_with = "null_as_default")]
    pub time_zone: String,
}

/// How a rate moved, in answers to the same prompts by the same models in the same regions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AlertMovement {
    /// The period before, of the same length.
    pub before: AlertSide,
    /// The period.
    pub after: AlertSide,
    /// The difference of the rates, after − before, -1..1. For `OVERTAKEN`, that of the lead over the rival, -2..2.
    pub moved: f64,
    /// The uncertainty of `moved`. It never contains 0.
    pub interval: AlertInterval,
    /// The prompts whose rates moved most in the same direction, at most five.
    #[serde(default, deserialize_with = "null_as_default")]
    pub prompts: Vec<AlertPrompt>,
    /// The domains whose shares of these answers moved most, at most five.
    #[serde(default, deserialize_with = "null_as_default")]
    pub sources: Vec<AlertSource>,
}

/// The limits of a 99 % interval of a difference.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AlertInterval {
    /// The lower limit.
    pub lower: f64,
    /// The upper limit.
    pub upper: f64,
}

/// The rate of one period.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AlertSide {
    /// The rate, 0..1.
    pub rate: f64,
    /// That of the rival. Omitted unless the alert is `OVERTAKEN`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rival_rate: Option<f64>,
    /// The answers that were compared.
    pub sample: Sample,
}

/// A prompt whose rate moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AlertPrompt {
    /// The id.
    #[serde(rename = "promptID")]
    pub prompt_id: PromptId,
    /// The text of the prompt in its newest answer.
    pub query: String,
    /// The rate before: a lead over the rival for `OVERTAKEN`, else 0..1.
    pub before: f64,
    /// The rate after.
    pub after: f64,
}

/// A domain whose share of answers moved.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AlertSource {
    /// The domain.
    pub domain: String,
    /// The share of the answers before that cite it, 0..1.
    pub before: f64,
    /// That of the answers after.
    pub after: f64,
}

/// An engine that failed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AlertOutage {
    /// The model.
    pub model: ModelCode,
    /// The items of the period that the engine failed.
    pub failed_count: u64,
    /// The items of the period that the engine answered or failed.
    pub item_count: u64,
}

/// The data of `alert.fired`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AlertFired {
    /// The alert.
    #[serde(rename = "alertID")]
    pub alert_id: AlertId,
    /// What it is about.
    pub kind: AlertKind,
    /// What the rule watches. Omitted for an outage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<AlertMetric>,
    /// The name of the brand, the domain, or the code of the model, at most 253 characters.
    pub subject: String,
    /// The name of the other brand. Omitted unless `kind` is `OVERTAKEN`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rival: Option<String>,
    /// The text of the prompt, at most 1,000 characters. Omitted unless `metric` is `PROMPT_MENTION_RATE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// The rate in the period before, in percent, 0..100. Omitted for an outage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// The rate in the period, in percent, 0..100. Omitted for an outage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// The difference in percentage points, after − before: that of the lead over the rival if there is one. Omitted for an outage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<f64>,
    /// The lead over the rival in the period before, in percentage points. Omitted unless `kind` is `OVERTAKEN`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead_before: Option<f64>,
    /// The lead over the rival in the period, in percentage points. Omitted unless `kind` is `OVERTAKEN`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead_after: Option<f64>,
    /// The items that the engine failed. Omitted unless `kind` is `ENGINE_OUTAGE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_count: Option<u64>,
    /// The items that the engine answered or failed. Omitted unless `kind` is `ENGINE_OUTAGE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_count: Option<u64>,
}

list! {
    /// A page of alerts, newest first. An organization keeps 1,000.
    AlertList {
        /// The alerts.
        alerts: Alert
    }
}

request! {
    /// A filter for a list of alerts, and the requested page.
    AlertFilter {
        /// Only alerts of this state. All when absent.
        state: known(AlertState),
        cursor,
        /// The maximum number of alerts of the page, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

request! {
    /// The change to an alert. An omitted field stays unchanged.
    AlertUpdate {
        /// The new state.
        state: choice(AlertState, "AlertState"),
    }
}
