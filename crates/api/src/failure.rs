//! Why an item has no answer.

use serde::{Deserialize, Serialize};

use crate::response_field::null_as_default;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// Why an item has no answer.
    ///
    /// Source: docs/platform-api.md, section 2, Answer. An extension of Answerdeck.
    FailureCode {
        /// The provider has no AI answer to the prompt.
        NoAiAnswer = "NO_AI_ANSWER",
        /// The stand-in has no document about the prompt.
        StandInNoDocument = "STAND_IN_NO_DOCUMENT",
        /// The organization had too few credits.
        InsufficientCredits = "INSUFFICIENT_CREDITS",
        /// The provider refused the prompt, or blocked its answer.
        Refused = "REFUSED",
        /// The prompt is too long for the model.
        PromptTooLong = "PROMPT_TOO_LONG",
        /// The answer was cut at its maximum length.
        Truncated = "TRUNCATED",
        /// The provider's response could not be read.
        InvalidResponse = "INVALID_RESPONSE",
        /// The provider responded with an error.
        ProviderError = "PROVIDER_ERROR",
        /// The provider did not answer in time.
        TimedOut = "TIMED_OUT",
        /// The answer was lost. The provider may bill it, so the prompt is not sent again.
        OutcomeUnknown = "OUTCOME_UNKNOWN",
        /// The server failed repeatedly while it processed the item.
        ServerError = "SERVER_ERROR",
        /// A person stopped the run before the model answered.
        Stopped = "STOPPED",
    }
}

/// Why an item has no answer, with what its provider said about it.
///
/// Source: docs/platform-api.md, section 2, Answer. An extension of Answerdeck.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// The reason.
    #[serde(default, deserialize_with = "null_as_default")]
    pub code: FailureCode,
    /// The reason as a sentence in the language of the request.
    #[serde(default, deserialize_with = "null_as_default")]
    pub message: String,
    /// The provider's own number or name of the failure, at most 100 characters. Untrusted. Omitted when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_status: Option<String>,
    /// The provider's own words, at most 500 characters on one line. Untrusted. Omitted when there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_message: Option<String>,
}
