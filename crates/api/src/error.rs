//! Error codes and the error body.

use serde::{Deserialize, Serialize};

use crate::wire_enum::wire_enum;

wire_enum! {
    /// A machine-readable error code.
    ///
    /// Source: docs/platform-api.md, section 7.
    ErrorCode {
        /// The request cannot be read: invalid JSON, an unknown or repeated field, a wrong type or a malformed id.
        CommonBinding = "COMMON_BINDING",
        /// A field is missing or out of bounds.
        CommonValidation = "COMMON_VALIDATION",
        /// The cursor is malformed or belongs to another list.
        CommonInvalidCursor = "COMMON_INVALID_CURSOR",
        /// The credential is missing or invalid.
        CommonUnauthorized = "COMMON_UNAUTHORIZED",
        /// The path does not exist or lacks `/api`.
        SystemBadRequest = "SYSTEM_BAD_REQUEST",
        /// The balance is below the price of the request.
        InsufficientCredits = "INSUFFICIENT_CREDITS",
        /// The prompt set does not exist.
        PromptSetNotFound = "PROMPT_SET_NOT_FOUND",
        /// The prompt does not exist.
        PromptNotFound = "PROMPT_NOT_FOUND",
        /// The run does not exist.
        TaskGenerationRunNotFound = "TASK_GENERATION_RUN_NOT_FOUND",
        /// The schedule does not exist.
        ScheduleNotFound = "SCHEDULE_NOT_FOUND",
        /// The answer does not exist.
        AnswerNotFound = "ANSWER_NOT_FOUND",
        /// The brand does not exist.
        UserBrandNotFound = "USER_BRAND_NOT_FOUND",
        /// The alert does not exist.
        AlertNotFound = "ALERT_NOT_FOUND",
        /// The rule of alerts does not exist.
        AlertRuleNotFound = "ALERT_RULE_NOT_FOUND",
        /// Another rule of the organization watches the same and fires at the same time.
        AlertRuleAlreadyExists = "ALERT_RULE_ALREADY_EXISTS",
        /// The digest does not exist.
        DigestNotFound = "DIGEST_NOT_FOUND",
        /// The organization does not exist. Reserved: every caller has an organization.
        OrganizationNotFound = "ORGANIZATION_NOT_FOUND",
        /// The question does not exist. Reserved: no operation uses questions.
        QuestionNotFound = "QUESTION_NOT_FOUND",
        /// The site keyword analysis does not exist.
        PlatformSiteKeywordAnalysisNotFound = "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND",
        /// The webhook does not exist.
        WebhookNotFound = "WEBHOOK_NOT_FOUND",
        /// The delivery does not exist, or is not kept any more.
        WebhookDeliveryNotFound = "WEBHOOK_DELIVERY_NOT_FOUND",
        /// The webhook is disabled.
        WebhookDisabled = "WEBHOOK_DISABLED",
        /// The organization would have more than 10 webhooks.
        WebhookLimitExceeded = "WEBHOOK_LIMIT_EXCEEDED",
        /// The saved view does not exist.
        SavedViewNotFound = "SAVED_VIEW_NOT_FOUND",
        /// The organization would have more than 50 saved views.
        SavedViewLimitExceeded = "SAVED_VIEW_LIMIT_EXCEEDED",
        /// The organization would have assigned a type to more than 1,000 domains.
        DomainTypeLimitExceeded = "DOMAIN_TYPE_LIMIT_EXCEEDED",
        /// The prompt set would have more than 1,000 prompts.
        PromptSetPromptLimitExceeded = "PROMPT_SET_PROMPT_LIMIT_EXCEEDED",
        /// The organization has too much unfinished work: items of runs, or site keyword analyses.
        PlatformPendingLimitExceeded = "PLATFORM_PENDING_LIMIT_EXCEEDED",
        /// A prompt of the run is longer than a model of the run accepts.
        RunPromptTooLong = "RUN_PROMPT_TOO_LONG",
        /// The organization has requested as many keywords from the data providers as it may in a day.
        PlatformKeywordQuotaExceeded = "PLATFORM_KEYWORD_QUOTA_EXCEEDED",
        /// Another request has used the idempotency key.
        IdempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED",
        /// A request with the idempotency key is still in progress. It can be sent again after a second.
        IdempotencyKeyInProgress = "IDEMPOTENCY_KEY_IN_PROGRESS",
        /// The organization has no access to this model.
        ModelNotGranted = "MODEL_NOT_GRANTED",
        /// The platform does not support this model.
        ModelNotSupported = "MODEL_NOT_SUPPORTED",
        /// The organization sent too many requests in this second.
        PlatformRateLimitExceeded = "PLATFORM_RATE_LIMIT_EXCEEDED",
        /// Keyword data is not available for this country.
        KeywordCountryNotSupported = "KEYWORD_COUNTRY_NOT_SUPPORTED",
        /// The keyword data provider rejected the request.
        KeywordMetricsProviderRejected = "KEYWORD_METRICS_PROVIDER_REJECTED",
        /// The keyword data provider did not answer.
        KeywordMetricsProviderUnavailable = "KEYWORD_METRICS_PROVIDER_UNAVAILABLE",
        /// The platform has no keyword data provider.
        KeywordMetricsNotConfigured = "KEYWORD_METRICS_NOT_CONFIGURED",
    }
}

impl ErrorCode {
    /// Returns the HTTP status of the code. `None` for an unknown code.
    ///
    /// Source: docs/platform-api.md, section 7; the statuses that it does not show are assumed.
    pub fn status(&self) -> Option<u16> {
        Some(match self {
            Self::CommonBinding
            | Self::CommonValidation
            | Self::CommonInvalidCursor
            | Self::SystemBadRequest
            | Self::ModelNotSupported
            | Self::RunPromptTooLong
            | Self::KeywordCountryNotSupported
            | Self::KeywordMetricsProviderRejected => 400,
            Self::CommonUnauthorized => 401,
            Self::InsufficientCredits => 402,
            Self::ModelNotGranted => 403,
            Self::PromptSetNotFound
            | Self::PromptNotFound
            | Self::TaskGenerationRunNotFound
            | Self::ScheduleNotFound
            | Self::AnswerNotFound
            | Self::UserBrandNotFound
            | Self::AlertNotFound
            | Self::AlertRuleNotFound
            | Self::DigestNotFound
            | Self::OrganizationNotFound
            | Self::QuestionNotFound
            | Self::PlatformSiteKeywordAnalysisNotFound
            | Self::WebhookNotFound
            | Self::WebhookDeliveryNotFound
            | Self::SavedViewNotFound => 404,
            Self::PromptSetPromptLimitExceeded
            | Self::PlatformPendingLimitExceeded
            | Self::PlatformKeywordQuotaExceeded
            | Self::AlertRuleAlreadyExists
            | Self::WebhookDisabled
            | Self::WebhookLimitExceeded
            | Self::SavedViewLimitExceeded
            | Self::DomainTypeLimitExceeded
            | Self::IdempotencyKeyInProgress => 409,
            Self::IdempotencyKeyReused => 422,
            Self::PlatformRateLimitExceeded => 429,
            Self::KeywordMetricsProviderUnavailable => 502,
            Self::KeywordMetricsNotConfigured => 503,
            Self::Unknown(_) => return None,
        })
    }
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
