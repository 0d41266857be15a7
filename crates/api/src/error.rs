//! Errors on the wire.

use serde::{Deserialize, Serialize};

use crate::wire_enum::wire_enum;

wire_enum! {
    /// What went wrong, for a program to read.
    ///
    /// Source: docs/platform-api.md, section 7.
    ErrorCode {
        /// The request cannot be read: no JSON, an unknown field, a wrong type, a malformed id.
        CommonBinding = "COMMON_BINDING",
        /// A field is out of its bounds.
        CommonValidation = "COMMON_VALIDATION",
        /// The cursor is malformed, or of another list.
        CommonInvalidCursor = "COMMON_INVALID_CURSOR",
        /// The credential is missing or not valid.
        CommonUnauthorized = "COMMON_UNAUTHORIZED",
        /// The path was called without `/api`, or names nothing.
        SystemBadRequest = "SYSTEM_BAD_REQUEST",
        /// The balance is below the price of the request.
        InsufficientCredits = "INSUFFICIENT_CREDITS",
        /// There is no such prompt set.
        PromptSetNotFound = "PROMPT_SET_NOT_FOUND",
        /// There is no such prompt.
        PromptNotFound = "PROMPT_NOT_FOUND",
        /// There is no such run.
        TaskGenerationRunNotFound = "TASK_GENERATION_RUN_NOT_FOUND",
        /// There is no such answer.
        AnswerNotFound = "ANSWER_NOT_FOUND",
        /// There is no such brand.
        UserBrandNotFound = "USER_BRAND_NOT_FOUND",
        /// There is no such organization. Reserved: whoever calls has one.
        OrganizationNotFound = "ORGANIZATION_NOT_FOUND",
        /// There is no such question. Reserved: no operation knows questions.
        QuestionNotFound = "QUESTION_NOT_FOUND",
        /// There is no such site keyword analysis.
        PlatformSiteKeywordAnalysisNotFound = "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND",
        /// The set would hold more than 1,000 prompts.
        PromptSetPromptLimitExceeded = "PROMPT_SET_PROMPT_LIMIT_EXCEEDED",
        /// The organization may not ask this model.
        ModelNotGranted = "MODEL_NOT_GRANTED",
        /// The platform does not know this model.
        ModelNotSupported = "MODEL_NOT_SUPPORTED",
        /// Too many requests in this second.
        PlatformRateLimitExceeded = "PLATFORM_RATE_LIMIT_EXCEEDED",
        /// Keyword data is not to be had for this country.
        KeywordCountryNotSupported = "KEYWORD_COUNTRY_NOT_SUPPORTED",
        /// The provider of keyword data refuses the request.
        KeywordMetricsProviderRejected = "KEYWORD_METRICS_PROVIDER_REJECTED",
        /// The provider of keyword data did not answer.
        KeywordMetricsProviderUnavailable = "KEYWORD_METRICS_PROVIDER_UNAVAILABLE",
        /// Keyword data is not set up.
        KeywordMetricsNotConfigured = "KEYWORD_METRICS_NOT_CONFIGURED",
    }
}

impl ErrorCode {
    /// The HTTP status that goes with the code. `None` for a code of a newer server.
    ///
    /// Source: docs/platform-api.md, section 7; the statuses that it does not show are assumed.
    pub fn status(&self) -> Option<u16> {
        Some(match self {
            Self::CommonBinding
            | Self::CommonValidation
            | Self::CommonInvalidCursor
            | Self::SystemBadRequest
            | Self::ModelNotSupported
            | Self::KeywordCountryNotSupported
            | Self::KeywordMetricsProviderRejected => 400,
            Self::CommonUnauthorized => 401,
            Self::InsufficientCredits => 402,
            Self::ModelNotGranted => 403,
            Self::PromptSetNotFound
            | Self::PromptNotFound
            | Self::TaskGenerationRunNotFound
            | Self::AnswerNotFound
            | Self::UserBrandNotFound
            | Self::OrganizationNotFound
            | Self::QuestionNotFound
            | Self::PlatformSiteKeywordAnalysisNotFound => 404,
            Self::PromptSetPromptLimitExceeded => 409,
            Self::PlatformRateLimitExceeded => 429,
            Self::KeywordMetricsProviderUnavailable => 502,
            Self::KeywordMetricsNotConfigured => 503,
            Self::Unknown(_) => return None,
        })
    }
}

/// The body of every answer that is an error.
///
/// Source: docs/platform-api.md, section 7.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct ErrorBody {
    /// What went wrong, for a program. Absent on an internal error (500).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<ErrorCode>,
    /// What went wrong, for a person. Korean, or English when `Accept-Language` prefers it.
    pub message: String,
    /// Which fields, and why. Absent when there is nothing to add.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// Names the request in the server's log; equal to `X-Request-Id`. Present only on an internal error (500).
    #[serde(rename = "requestID", default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}
