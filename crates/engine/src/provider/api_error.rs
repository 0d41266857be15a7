//! The error object of model APIs. Its names differ between OpenAI, Anthropic, Google and Perplexity, but none has two
//! meanings.
//!
//! Source: the error types of openai-python, anthropic-sdk-python and perplexity-py, and the error references of the Gemini
//! API. As documented in 2026-11, not recorded.

use std::time::Duration;

use answerdeck_provider_http::lenient::{Items, Lenient};
use serde::Deserialize;

use super::http::{self, ProviderResponse};
use crate::failure::{EngineFailure, FailureClass};

#[derive(Debug, Default, Deserialize)]
pub(crate) struct ApiError {
    code: Lenient<String>,
    #[serde(rename = "type")]
    kind: Lenient<String>,
    status: Lenient<String>,
    message: Lenient<String>,
    details: Items<Detail>,
}

/// A detail of an error of Google.
#[derive(Debug, Deserialize)]
struct Detail {
    reason: Option<String>,
    #[serde(rename = "retryDelay")]
    retry_delay: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Envelope {
    error: Lenient<ApiError>,
}

impl ApiError {
    /// The failure of a request that got this error.
    pub(crate) fn failure(&self, response: &ProviderResponse) -> EngineFailure {
        let by_status = response.status_failure(if self.text().is_empty() { self.name() } else { self.text() });
        let class = match self.class() {
            // No name of a failure makes the outcome of a timeout certain.
            _ if by_status.class == FailureClass::OutcomeUnknown => by_status.class,
            Some(class) => class,
            None if response.status.is_success() => FailureClass::TaskFailed,
            None => by_status.class,
        };
        let status = format!("{} {}", response.status.as_str(), self.name());
        EngineFailure::reported(class, &status, self.text()).retry_after(self.retry_delay().or(by_status.retry_after))
    }

    /// The failure of an accepted question that ended with this error.
    pub(crate) fn end(&self) -> EngineFailure {
        let class = self.class().unwrap_or(FailureClass::TaskFailed);
        EngineFailure::reported(class, self.name(), self.text()).after_billing()
    }

    /// Its names, the most precise first.
    fn names(&self) -> impl Iterator<Item = &str> {
        let reasons = self.details.known.iter().map(|detail| &detail.reason);
        reasons.chain([&self.code.0, &self.kind.0, &self.status.0]).filter_map(Option::as_deref)
    }

    /// Its most precise name. Empty when it has none.
    fn name(&self) -> &str {
        self.names().next().unwrap_or_default()
    }

    fn text(&self) -> &str {
        self.message.as_deref().unwrap_or_default()
    }

    fn class(&self) -> Option<FailureClass> {
        self.names().find_map(class)
    }

    /// The pause of `RetryInfo`, a number of seconds as `34.4s`.
    fn retry_delay(&self) -> Option<Duration> {
        let delay = self.details.known.iter().find_map(|detail| detail.retry_delay.as_deref())?;
        http::pause(delay.strip_suffix('s')?.parse().ok()?)
    }
}

pub(crate) fn failure(response: &ProviderResponse) -> EngineFailure {
    let envelope: Envelope = serde_json::from_slice(&response.body).unwrap_or_default();
    envelope.error.0.map_or_else(|| response.status_failure(""), |error| error.failure(response))
}

fn class(name: &str) -> Option<FailureClass> {
    Some(match name.to_ascii_lowercase().as_str() {
        "api_key_invalid"
        | "authentication"
        | "authentication_error"
        | "invalid_api_key"
        | "permission_denied"
        | "permission_error"
        | "unauthenticated" => FailureClass::Credentials,
        "billing_error"
        | "billing_hard_limit_reached"
        | "billing_not_active"
        | "failed_precondition"
        | "insufficient_quota"
        | "payment_required" => FailureClass::Billing,
        "deployment_not_found" | "invalid_model" | "model_not_found" | "not_found" | "not_found_error" => {
            FailureClass::ModelUnavailable
        }
        "context_length_exceeded" | "request_too_large" | "string_above_max_length" => FailureClass::PromptTooLong,
        "blocklist"
        | "content_filter"
        | "content_policy_violation"
        | "invalid_prompt"
        | "prohibited_content"
        | "recitation"
        | "safety"
        | "spii" => FailureClass::Blocked,
        "quota_exceeded" | "rate_limit_error" | "rate_limit_exceeded" | "resource_exhausted" => {
            FailureClass::RateLimited
        }
        "overloaded" | "overloaded_error" | "service_unavailable" | "unavailable" => FailureClass::Overloaded,
        "api_error" | "internal" | "internal_error" | "internal_server_error" | "server_error" => {
            FailureClass::ProviderDown
        }
        _ => return None,
    })
}
