//! Rejected requests: webhooks.

use super::{Case, case, invalid, not_found};

const POST: &str = "POST /v1beta/platform/webhooks";
const PATCH: &str = "PATCH /v1beta/platform/webhooks/{webhook}";

pub(super) fn cases() -> Vec<Case> {
    let with = |fields: &str| format!(r#"{{"url":"https://hooks.example","eventTypes":["run.finished"]{fields}}}"#);
    let url = |url: &str| format!(r#"{{"url":"{url}","eventTypes":["run.finished"]}}"#);
    let unknown = |request: &str| not_found(request, "WEBHOOK_NOT_FOUND");
    vec![
        invalid(POST, url("hooks.example"), &["url: must be a URL"]),
        invalid(POST, url("https://me:secret@hooks.example"), &["url: must be a URL"]),
        invalid(POST, url("https://hooks.example:25"), &["url: the address cannot be visited"]),
        invalid(POST, with(r#","format":"TEAMS""#), &["format: must be one of STANDARD, SLACK, DISCORD"]),
        invalid(POST, with(r#","language":"fr""#), &["language: must be one of ko, en"]),
        invalid(PATCH, r#"{"eventTypes":["run.started"]}"#, &["eventTypes[0]: must be one of run.finished, "]),
        invalid(PATCH, r#"{"url":"https://hooks.example:25"}"#, &["url: the address cannot be visited"]),
        unknown("POST /v1beta/platform/webhooks/{otherWebhook}/secret"),
        unknown("POST /v1beta/platform/webhooks/{otherWebhook}/test"),
        unknown("GET /v1beta/platform/webhook-deliveries?webhookID={otherWebhook}"),
        case("PATCH /v1beta/platform/webhooks/{otherWebhook}", r#"{"enabled":false}"#, 404, "WEBHOOK_NOT_FOUND", &[]),
        not_found("POST /v1beta/platform/webhook-deliveries/{none}/resend", "WEBHOOK_DELIVERY_NOT_FOUND"),
    ]
}
