//! The events that webhooks deliver.

use serde::{Deserialize, Serialize};

use crate::alert::AlertFired;
use crate::digest::DigestOutcome;
use crate::id::{DigestId, RunId, ScheduleId, SiteKeywordAnalysisId, WebhookId};
use crate::schedule::SkipReason;
use crate::site_keyword::SiteKeywordAnalysisStatus;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

/// Defines each event by its type on the wire and the type of its data, which has the name of the variant.
macro_rules! events {
    ($( $(#[doc = $doc:literal])* $variant:ident = $text:literal, )+) => {
        wire_enum! {
            /// A type of event.
            ///
            /// Source: docs/platform-api.md, section 2, Webhook.
            EventType { $( $(#[doc = $doc])* $variant = $text, )+ }
        }

        /// What happened: a type and its data.
        ///
        /// Source: docs/platform-api.md, section 2, Webhook.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "type", content = "data")]
        pub enum Event {
            $( $(#[doc = $doc])* #[serde(rename = $text)] $variant($variant), )+
        }

        impl Event {
            /// Returns the type.
            pub fn event_type(&self) -> EventType {
                match self {
                    $( Self::$variant(_) => EventType::$variant, )+
                }
            }
        }

        /// The schema of the data of each event, with the name of its type.
        #[cfg(feature = "openapi")]
        pub const EVENT_DATA: &[(EventType, &str, fn(&mut schemars::SchemaGenerator) -> schemars::Schema)] =
            &[$( (EventType::$variant, stringify!($variant), |generator| generator.subschema_for::<$variant>()), )+];
    };
}

events! {
    /// All items of a run are finished.
    RunFinished = "run.finished",
    /// A site keyword analysis has completed or failed.
    SiteAnalysisFinished = "site_analysis.finished",
    /// A rule of alerts fired, or an engine failed half of its items.
    AlertFired = "alert.fired",
    /// The digest of a week is ready.
    DigestReady = "digest.ready",
    /// No run has started at a due time of a schedule.
    ScheduleSkipped = "schedule.skipped",
    /// A person asked for a test. It is sent to the webhook that is tested, whatever types the webhook has.
    WebhookTest = "webhook.test",
}

/// The body of a delivery in the format `STANDARD`: `type`, `timestamp` and `data`.
///
/// Source: docs/platform-api.md, section 2, Webhook; Standard Webhooks 1.0.0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventBody<E = Event> {
    /// What happened.
    #[serde(flatten)]
    pub event: E,
    /// When it happened.
    pub timestamp: Timestamp,
}

/// The data of `run.finished`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunFinished {
    /// The run.
    #[serde(rename = "runID")]
    pub run_id: RunId,
    /// The `name` of the run.
    pub name: String,
    /// The number of items.
    pub total_count: u64,
    /// The number of items with an answer.
    pub success_count: u64,
    /// The number of items that failed or were skipped.
    pub failed_count: u64,
    /// The schedule that has started the run. Omitted when a person has started it.
    #[serde(rename = "scheduleID", default, skip_serializing_if = "Option::is_none")]
    pub schedule_id: Option<ScheduleId>,
}

/// The data of `site_analysis.finished`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SiteAnalysisFinished {
    /// The site keyword analysis.
    #[serde(rename = "taskID")]
    pub task_id: SiteKeywordAnalysisId,
    /// The address of the site, at most 2,048 characters.
    pub url: String,
    /// `COMPLETED` or `FAILED`.
    pub status: SiteKeywordAnalysisStatus,
    /// The number of keywords. 0 when the analysis failed.
    pub keyword_count: u64,
}

/// The data of `digest.ready`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DigestReady {
    /// The digest.
    #[serde(rename = "digestID")]
    pub digest_id: DigestId,
    /// When its week begins.
    pub from: Timestamp,
    /// When its week ends.
    pub to: Timestamp,
    /// What it says first.
    pub outcome: DigestOutcome,
    /// The number of answers of the week.
    pub answer_count: u64,
    /// The name of the organization's own brand. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<String>,
    /// The number of answers of the week that name it. Omitted without a brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named_count: Option<u64>,
    /// The number of answers of the week before. Omitted without a brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_count_before: Option<u64>,
    /// The number of answers of the week before that name it. Omitted without a brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named_count_before: Option<u64>,
}

/// The data of `schedule.skipped`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScheduleSkipped {
    /// The schedule.
    #[serde(rename = "scheduleID")]
    pub schedule_id: ScheduleId,
    /// The name of the schedule, at most 100 characters.
    pub name: String,
    /// The due time.
    pub due_at: Timestamp,
    /// Why no run has started.
    pub skip_reason: SkipReason,
}

/// The data of `webhook.test`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct WebhookTest {
    /// The webhook that is tested.
    #[serde(rename = "webhookID")]
    pub webhook_id: WebhookId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_has_a_type_a_timestamp_and_data() {
        let webhook_id: WebhookId = "A".repeat(22).parse().unwrap();
        let event = Event::WebhookTest(WebhookTest { webhook_id: webhook_id.clone() });
        assert_eq!(event.event_type().as_str(), "webhook.test");
        let body = EventBody { event, timestamp: Timestamp::new("2026-11-20T09:00:00.000Z") };
        let json = serde_json::json!({
            "type": "webhook.test", "data": { "webhookID": webhook_id }, "timestamp": "2026-11-20T09:00:00.000Z",
        });
        assert_eq!(serde_json::to_value(&body).unwrap(), json);
        assert_eq!(serde_json::from_value::<EventBody>(json).unwrap(), body);
    }
}
