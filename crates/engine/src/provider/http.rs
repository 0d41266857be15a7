//! The requests and responses of the adapters, and the failures that they mean.

use std::time::Duration;

use answerdeck_provider_http::{Response, SendError};
use reqwest::header::HeaderMap;
use reqwest::{RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

use crate::failure::{EngineFailure, FailureClass};

/// The maximum size of a response, in bytes. Answers with all their search results are well below.
const BODY_BYTES_MAX: usize = 4 * 1024 * 1024;
/// The longest pause that a provider can ask for.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(3_600);

/// What a request is for. This decides which failure a lost response is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The provider bills the request: if the response is lost, the outcome is unknown.
    Ask,
    /// The request costs nothing and can be sent again.
    Read,
}

#[derive(Debug)]
pub(crate) struct ProviderResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    purpose: Purpose,
}

/// Sends a request and reads the complete response, whatever its status.
pub(crate) async fn send(
    request: RequestBuilder,
    purpose: Purpose,
    timeout: Duration,
) -> Result<ProviderResponse, EngineFailure> {
    let sent = answerdeck_provider_http::send(request, timeout, BODY_BYTES_MAX).await;
    let Response { status, headers, body } = sent.map_err(|error| {
        let class = match (&error, purpose) {
            (SendError::TooLarge(_), _) => FailureClass::Unreadable,
            (SendError::Lost(lost), _) if lost.is_connect() || lost.is_builder() => FailureClass::ProviderDown,
            (SendError::Lost(_), Purpose::Ask) => FailureClass::OutcomeUnknown,
            (SendError::Lost(lost), Purpose::Read) if lost.is_timeout() => FailureClass::TimedOut,
            (SendError::Lost(_), Purpose::Read) => FailureClass::ProviderDown,
        };
        EngineFailure::new(class, &error.to_string())
    })?;
    Ok(ProviderResponse { status, headers, body, purpose })
}

impl ProviderResponse {
    /// The response without the key. Some servers and proxies repeat the key in messages, which are logged and shown.
    pub(crate) fn without(mut self, key: &str) -> Self {
        if !key.is_empty() {
            self.body = String::from_utf8_lossy(&self.body).replace(key, "…").into_bytes();
        }
        self
    }

    /// Parses the body, a JSON object. A failure says the path of the field.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, EngineFailure> {
        // A list would be read as the fields of an object in order.
        if !self.body.trim_ascii_start().starts_with(b"{") {
            return Err(EngineFailure::new(FailureClass::Unreadable, "the response is no JSON object"));
        }
        answerdeck_provider_http::parse(&self.body)
            .map_err(|error| EngineFailure::new(FailureClass::Unreadable, &error))
    }

    /// The failure for a status that is not a success, with the provider's `message`. An adapter may refine it by the
    /// provider's own statuses.
    ///
    /// A server error of a question is only tried again if the provider itself says, with a message, that it failed. A gateway
    /// does not know whether the provider answered, so the outcome is unknown. It is also unknown after a timeout.
    pub(crate) fn status_failure(&self, message: &str) -> EngineFailure {
        let class = match self.status.as_u16() {
            401 | 403 => FailureClass::Credentials,
            402 => FailureClass::Billing,
            404 => FailureClass::ModelUnavailable,
            429 => FailureClass::RateLimited,
            413 => FailureClass::PromptTooLong,
            408 | 504 if self.purpose == Purpose::Ask => FailureClass::OutcomeUnknown,
            500..=599 if message.is_empty() && self.purpose == Purpose::Ask => FailureClass::OutcomeUnknown,
            408 | 504 => FailureClass::TimedOut,
            503 | 529 => FailureClass::Overloaded,
            500..=599 => FailureClass::ProviderDown,
            _ => FailureClass::BadRequest,
        };
        EngineFailure::reported(class, self.status.as_str(), message).retry_after(self.retry_after())
    }

    /// The pause of `retry-after-ms`, or of `retry-after`: in seconds, or until a date by the clock of the provider.
    ///
    /// Source: RFC 9110, section 10.2.3.
    fn retry_after(&self) -> Option<Duration> {
        let text = |name| self.headers.get(name)?.to_str().ok().map(str::trim);
        let number = |name| text(name)?.parse::<f64>().ok();
        let date = |name| httpdate::parse_http_date(text(name)?).ok();
        let until_date = || Some(date("retry-after")?.duration_since(date("date")?).ok()?.as_secs_f64());
        pause(number("retry-after-ms").map(|ms| ms / 1_000.0).or_else(|| number("retry-after")).or_else(until_date)?)
    }
}

/// A pause of `seconds`, bounded. `None` if it is not a length of time.
pub(crate) fn pause(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok().map(|pause| pause.min(RETRY_AFTER_MAX))
}
