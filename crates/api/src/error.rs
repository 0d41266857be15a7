//! Error codes and the error body.

use serde::{Deserialize, Serialize};

use crate::wire_enum::wire_enum;

/// Defines each code by its text on the wire and its HTTP status.
macro_rules! error_codes {
    ($( $(#[doc = $doc:literal])* $variant:ident = $text:literal, $status:literal; )+) => {
        wire_enum! {
            /// A machine-readable error code.
            ///
            /// Source: docs/platform-api.md, section 7.
            ErrorCode { $( $(#[doc = $doc])* $variant = $text, )+ }
        }

        impl ErrorCode {
            /// Returns the HTTP status of the code. `None` for an unknown code.
            ///
            /// Source: docs/platform-api.md, section 7; the statuses that it does not show are assumed.
            pub fn status(&self) -> Option<u16> {
                match self {
                    $( Self::$variant => Some($status), )+
                    Self::Unknown(_) => None,
                }
            }
        }
    };
}

error_codes! {
    /// The request cannot be read: invalid JSON, an unknown or repeated field, a wrong type or a malformed id.
    CommonBinding = "COMMON_BINDING", 400;
    /// A field is missing or out of bounds.
    CommonValidation = "COMMON_VALIDATION", 400;
    /// The cursor is malformed or belongs to another list.
    CommonInvalidCursor = "COMMON_INVALID_CURSOR", 400;
    /// The credential is missing or invalid.
    CommonUnauthorized = "COMMON_UNAUTHORIZED", 401;
    /// The path does not exist or lacks `/api`.
    SystemBadRequest = "SYSTEM_BAD_REQUEST", 400;
    /// The balance is below the price of the request.
    InsufficientCredits = "INSUFFICIENT_CREDITS", 402;
    /// The prompt set does not exist.
    PromptSetNotFound = "PROMPT_SET_NOT_FOUND", 404;
    /// The prompt does not exist.
    PromptNotFound = "PROMPT_NOT_FOUND", 404;
    /// The run does not exist.
    TaskGenerationRunNotFound = "TASK_GENERATION_RUN_NOT_FOUND", 404;
    /// The schedule does not exist.
    ScheduleNotFound = "SCHEDULE_NOT_FOUND", 404;
    /// The answer does not exist.
    AnswerNotFound = "ANSWER_NOT_FOUND", 404;
    /// The brand does not exist.
    UserBrandNotFound = "USER_BRAND_NOT_FOUND", 404;
    /// The alert does not exist.
    AlertNotFound = "ALERT_NOT_FOUND", 404;
    /// The rule of alerts does not exist.
    AlertRuleNotFound = "ALERT_RULE_NOT_FOUND", 404;
    /// Another rule of the organization watches the same and fires at the same time.
    AlertRuleAlreadyExists = "ALERT_RULE_ALREADY_EXISTS", 409;
    /// The digest does not exist.
    DigestNotFound = "DIGEST_NOT_FOUND", 404;
    /// The organization does not exist. Reserved: every caller has an organization.
    OrganizationNotFound = "ORGANIZATION_NOT_FOUND", 404;
    /// The question does not exist. Reserved: no operation uses questions.
    QuestionNotFound = "QUESTION_NOT_FOUND", 404;
    /// The site keyword analysis does not exist.
    PlatformSiteKeywordAnalysisNotFound = "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND", 404;
    /// The webhook does not exist.
    WebhookNotFound = "WEBHOOK_NOT_FOUND", 404;
    /// The delivery does not exist, or is not kept any more.
    WebhookDeliveryNotFound = "WEBHOOK_DELIVERY_NOT_FOUND", 404;
    /// The webhook is disabled.
    WebhookDisabled = "WEBHOOK_DISABLED", 409;
    /// The organization would have more than 10 webhooks.
    WebhookLimitExceeded = "WEBHOOK_LIMIT_EXCEEDED", 409;
    /// The saved view does not exist.
    SavedViewNotFound = "SAVED_VIEW_NOT_FOUND", 404;
    /// The organization would have more than 50 saved views.
    SavedViewLimitExceeded = "SAVED_VIEW_LIMIT_EXCEEDED", 409;
    /// The organization would have assigned a type to more than 1,000 domains.
    DomainTypeLimitExceeded = "DOMAIN_TYPE_LIMIT_EXCEEDED", 409;
    /// The prompt set would have more than 1,000 prompts.
    PromptSetPromptLimitExceeded = "PROMPT_SET_PROMPT_LIMIT_EXCEEDED", 409;
    /// The organization has too much unfinished work: items of runs, or site keyword analyses.
    PlatformPendingLimitExceeded = "PLATFORM_PENDING_LIMIT_EXCEEDED", 409;
    /// A prompt of the run is longer than a model of the run accepts.
    RunPromptTooLong = "RUN_PROMPT_TOO_LONG", 400;
    /// The organization has requested as many keywords from the data providers as it may in a day.
    PlatformKeywordQuotaExceeded = "PLATFORM_KEYWORD_QUOTA_EXCEEDED", 409;
    /// Another request has used the idempotency key.
    IdempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED", 422;
    /// A request with the idempotency key is still in progress. It can be sent again after a second.
    IdempotencyKeyInProgress = "IDEMPOTENCY_KEY_IN_PROGRESS", 409;
    /// The organization has no access to this model.
    ModelNotGranted = "MODEL_NOT_GRANTED", 403;
    /// The platform does not support this model.
    ModelNotSupported = "MODEL_NOT_SUPPORTED", 400;
    /// The organization sent too many requests in this second.
    PlatformRateLimitExceeded = "PLATFORM_RATE_LIMIT_EXCEEDED", 429;
    /// Keyword data is not available for this country.
    KeywordCountryNotSupported = "KEYWORD_COUNTRY_NOT_SUPPORTED", 400;
    /// The keyword data provider rejected the request.
    KeywordMetricsProviderRejected = "KEYWORD_METRICS_PROVIDER_REJECTED", 400;
    /// The keyword data provider did not answer.
    KeywordMetricsProviderUnavailable = "KEYWORD_METRICS_PROVIDER_UNAVAILABLE", 502;
    /// The platform has no keyword data provider.
    KeywordMetricsNotConfigured = "KEYWORD_METRICS_NOT_CONFIGURED", 503;
}

/// The body of every error response.
///
/// Source: docs/platform-api.md, section 7.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct ErrorBody {
    /// The error code. Absent on an internal error (500).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<ErrorCode>,
    /// A human-readable message. Korean, or English when `Accept-Language` prefers it.
    pub message: String,
    /// Which fields are invalid, and why. Absent when there are no details.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// The id of the request in the server's log, equal to `X-Request-Id`. Present only on an internal error (500).
    #[serde(rename = "requestID", default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}
