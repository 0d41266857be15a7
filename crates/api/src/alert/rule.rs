//! The rules of alerts.

use serde::{Deserialize, Serialize};

use crate::domain::valid_domain;
use crate::id::{AlertRuleId, BrandId, PromptId};
use crate::limits::{ALERT_POINTS_MAX, ALERT_WINDOWS, DOMAIN_MAX};
use crate::metrics::{BrandName, Coverage};
use crate::request::{check, request};
use crate::response_field::null_as_default;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// What a rule watches.
    AlertMetric {
        /// The share of answers that name a brand.
        BrandMentionRate = "BRAND_MENTION_RATE",
        /// The lead of a brand over each of the five others that most answers name: the difference of their mention
        /// rates. It fires when they change places.
        BrandLead = "BRAND_LEAD",
        /// The share of answers that cite a domain.
        SourceShare = "SOURCE_SHARE",
        /// The share of the answers to a prompt that name a brand.
        PromptMentionRate = "PROMPT_MENTION_RATE",
    }
}

wire_enum! {
    /// The direction in which a rate has to move.
    AlertDirection {
        /// Down.
        Fall = "FALL",
        /// Up.
        Rise = "RISE",
        /// Down or up.
        Either = "EITHER",
    }
}

request! {
    /// What a rule watches, and when it fires.
    AlertRuleDefinition {
        /// What it watches.
        #[garde(custom(AlertMetric::known))]
        metric: AlertMetric,
        /// The brand. The organization's own one when absent. Not for `SOURCE_SHARE`.
        brand_id: id("brandID", BrandId, "BrandId"),
        /// The root domain or the site, 1..253 characters, such as `news.example`. It may be the address of a page.
        /// Required for `SOURCE_SHARE`, and not for the others.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::domain::DOMAIN_PATTERN)))]
        domain: text(length(chars, min = 1, max = DOMAIN_MAX), inner(custom(valid_domain))),
        /// The prompt. Required for `PROMPT_MENTION_RATE`, and not for the others.
        prompt_id: id("promptID", PromptId, "PromptId"),
        /// The direction in which the rate has to move. `EITHER` when absent.
        direction: choice(AlertDirection, "AlertDirection"),
        /// By how many percentage points at least, 1..100. 10 when absent.
        points: integer(1, ALERT_POINTS_MAX),
        /// The days that are compared with as many days before: 7 or 28. 7 when absent.
        #[garde(inner(custom(known_window)))]
        #[cfg_attr(feature = "openapi", schemars(extend("enum" = ALERT_WINDOWS)))]
        window_days: integer(ALERT_WINDOWS[0], ALERT_WINDOWS[1]),
    }
}

request! {
    /// The changes to a rule. An omitted field stays unchanged.
    AlertRuleUpdate {
        /// The new direction.
        direction: choice(AlertDirection, "AlertDirection"),
        /// The new size in percentage points, 1..100.
        points: integer(1, ALERT_POINTS_MAX),
        /// The new number of days that are compared: 7 or 28.
        #[garde(inner(custom(known_window)))]
        #[cfg_attr(feature = "openapi", schemars(extend("enum" = ALERT_WINDOWS)))]
        window_days: integer(ALERT_WINDOWS[0], ALERT_WINDOWS[1]),
    }
}

fn known_window(days: &u32, _: &()) -> garde::Result {
    check(ALERT_WINDOWS.contains(days), "must be one of 7, 28")
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AlertRule {
    /// The id.
    pub id: AlertRuleId,
    /// What it watches.
    pub metric: AlertMetric,
    /// The chosen brand. Omitted for the organization's own one.
    #[serde(rename = "brandID", default, skip_serializing_if = "Option::is_none")]
    pub brand_id: Option<BrandId>,
    /// The brand that it watches now. Omitted for `SOURCE_SHARE`, and if there is none: the rule never fires then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<BrandName>,
    /// The domain. Omitted unless `metric` is `SOURCE_SHARE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The prompt. Omitted unless `metric` is `PROMPT_MENTION_RATE`.
    #[serde(rename = "promptID", default, skip_serializing_if = "Option::is_none")]
    pub prompt_id: Option<PromptId>,
    /// The text of the prompt. Omitted without a prompt, and when it was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// The direction in which the rate has to move.
    pub direction: AlertDirection,
    /// By how many percentage points at least, 1..100.
    pub points: u32,
    /// The days that are compared with as many days before: 7 or 28.
    pub window_days: u32,
    /// The time of creation.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: Timestamp,
}

/// The rules of an organization, oldest first. There are at most 20.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AlertRuleList {
    /// The rules.
    #[serde(deserialize_with = "null_as_default")]
    pub rules: Vec<AlertRule>,
}

/// When a rule would have fired in the past twelve weeks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AlertRuleTrial {
    /// How many answers of these weeks, and of the periods that their days are compared with, were counted.
    pub coverage: Coverage,
    /// The number of days whose answers could be compared, 0..84.
    pub days: u64,
    /// When it would have fired, newest first.
    #[serde(deserialize_with = "null_as_default")]
    pub fired: Vec<AlertRuleTrialDay>,
}

/// A day on which a rule would have fired.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct AlertRuleTrialDay {
    /// The day in the time zone of the organization's digests, such as `2026-11-16`.
    pub day: String,
    /// By how much the rate moved, -1..1. For `BRAND_LEAD`, the lead over the other brand, -2..2.
    pub moved: f64,
    /// The other brand. Omitted unless the rule watches a lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rival: Option<BrandName>,
}
