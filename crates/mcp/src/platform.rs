//! The platform, as tools see it.

use answerdeck_api::operation::Method;
use answerdeck_api::{ErrorBody, ErrorCode};
use http::HeaderValue;
use http::request::Parts;
use serde_json::Value;

/// Performs the requests of tools.
pub trait Platform: Send + Sync + 'static {
    /// Performs a request for the caller of `parts`, the HTTP request of the client. Returns the body of the response.
    fn send(&self, parts: &Parts, request: PlatformRequest) -> impl Future<Output = Result<Value, Refusal>> + Send;

    /// The refusal of a call whose arguments make no request, in the language of the client. `details` are in English.
    fn refuse(&self, parts: &Parts, code: ErrorCode, details: &[String]) -> Refusal;

    /// A sentence of an error, which is in English, in the language of the client.
    fn translated(&self, parts: &Parts, sentence: &str) -> String;

    /// The time that a text is, as the platform writes it. `None` for any other text.
    fn time(&self, text: &str) -> Option<String>;

    /// The public URL of the server, without a trailing slash. The console is there too.
    fn public_url(&self) -> &str;
}

#[derive(Debug, Clone, PartialEq)]
pub struct PlatformRequest {
    pub method: Method,
    /// The path under `/api`, with its query string.
    pub path: String,
    /// The JSON body. `None` for a request without one.
    pub body: Option<Value>,
    /// The idempotency key, as the client gave it. `None` without one.
    pub idempotency_key: Option<HeaderValue>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    pub error: ErrorBody,
    /// The seconds after which the request can be sent again. `None` if waiting does not help.
    pub retry_after: Option<u64>,
}
