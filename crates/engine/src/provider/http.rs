//! The HTTP client of the adapters. A request is sent at most once, and a response has bounds of time and size.

use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

use crate::failure::{EngineFailure, FailureClass};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum size of a response, in bytes. Answers with all their search results are well below.
const BODY_BYTES_MAX: usize = 4 * 1024 * 1024;
/// The longest pause that a provider can ask for.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(3_600);

/// What a request is for. This decides which failure a lost response is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The provider charges for the request: if the response is lost, the outcome is unknown.
    Ask,
    /// The request costs nothing and can be sent again.
    Read,
}

/// Sends requests to a provider.
pub(crate) struct ProviderClient {
    client: reqwest::Client,
}

/// A complete response.
#[derive(Debug)]
pub(crate) struct ProviderResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    purpose: Purpose,
}

impl ProviderClient {
    /// A client that opens a connection for each request: only a request that cannot connect is known to be unsent.
    ///
    /// # Errors
    /// Returns an error if TLS cannot be set up.
    pub(crate) fn new() -> Result<Self, reqwest::Error> {
        let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        #[expect(clippy::expect_used, reason = "ring supports the default TLS versions of rustls")]
        let tls = rustls::ClientConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
            .with_safe_default_protocol_versions()
            .expect("ring supports TLS 1.2 and 1.3")
            .with_root_certificates(roots)
            .with_no_client_auth();
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .pool_max_idle_per_host(0)
            .retry(reqwest::retry::never())
            .build()?;
        Ok(Self { client })
    }

    /// The client of the library, to build requests.
    pub(crate) fn http(&self) -> &reqwest::Client {
        &self.client
    }

    /// Sends a request and reads the complete response, whatever its status.
    ///
    /// # Errors
    /// Fails with [`FailureClass::ProviderDown`] when the request could not be sent. When the response is lost or late, fails
    /// with [`FailureClass::OutcomeUnknown`] for [`Purpose::Ask`], otherwise with a class that is retried. Fails with
    /// [`FailureClass::Unreadable`] when the response is too large.
    pub(crate) async fn send(
        &self,
        request: RequestBuilder,
        purpose: Purpose,
        timeout: Duration,
    ) -> Result<ProviderResponse, EngineFailure> {
        let lost = |error: &reqwest::Error| {
            let class = match purpose {
                _ if error.is_connect() || error.is_builder() => FailureClass::ProviderDown,
                Purpose::Ask => FailureClass::OutcomeUnknown,
                Purpose::Read if error.is_timeout() => FailureClass::TimedOut,
                Purpose::Read => FailureClass::ProviderDown,
            };
            // The URL is left out, because it can contain the key.
            EngineFailure::new(class, &cause(error))
        };
        let mut response = request.timeout(timeout).send().await.map_err(|error| lost(&error))?;
        let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| lost(&error))? {
            if body.len() + chunk.len() > BODY_BYTES_MAX {
                let message = format!("the response is larger than {} MiB", BODY_BYTES_MAX / 1024 / 1024);
                return Err(EngineFailure::new(FailureClass::Unreadable, &message));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(ProviderResponse { status, headers, body, purpose })
    }
}

impl ProviderResponse {
    /// The response without the key. Some servers and proxies repeat the key in messages, which are logged and shown.
    pub(crate) fn without(mut self, key: &str) -> Self {
        if !key.is_empty() {
            self.body = String::from_utf8_lossy(&self.body).replace(key, "…").into_bytes();
        }
        self
    }

    /// Parses the body, a JSON object.
    ///
    /// # Errors
    /// Fails with [`FailureClass::Unreadable`], and the path of the field.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, EngineFailure> {
        // A list would be read as the fields of an object in order.
        if !self.body.trim_ascii_start().starts_with(b"{") {
            return Err(EngineFailure::new(FailureClass::Unreadable, "the response is no JSON object"));
        }
        let mut deserializer = serde_json::Deserializer::from_slice(&self.body);
        serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
            EngineFailure::new(FailureClass::Unreadable, &format!("{}: {}", error.path(), error.inner()))
        })
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
    pub(crate) fn retry_after(&self) -> Option<Duration> {
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

/// The causes of an error, without its URL.
fn cause(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        text = error.to_string();
        source = error.source();
    }
    if text.is_empty() && error.is_timeout() { "no response in time".to_owned() } else { text }
}
