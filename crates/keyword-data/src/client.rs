//! The HTTP client of the adapters. Responses are limited in time and size, and redirects are not followed.

use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::{Request, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde::de::DeserializeOwned;

use crate::provider::KeywordError;

/// Time limit of one request with its response. A request of the platform API has time for several.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(12);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// The maximum number of bytes of a response body. A thousand keywords need less.
const BODY_BYTES_MAX: usize = 8 * 1024 * 1024;

/// The pauses after which a request is sent again that the rate limit of the provider refused.
const PAUSES: [Duration; 2] = [Duration::from_millis(500), Duration::from_millis(1_500)];

/// Asks again after a pause while the provider's rate limit is reached.
///
/// # Errors
/// The error of the last attempt.
pub(crate) async fn patiently<T, F>(ask: impl Fn() -> F) -> Result<T, KeywordError>
where
    F: Future<Output = Result<T, KeywordError>>,
{
    for pause in PAUSES {
        match ask().await {
            Err(KeywordError::RateLimited(_)) => tokio::time::sleep(pause).await,
            response => return response,
        }
    }
    ask().await
}

/// Sends requests to one provider.
pub(crate) struct ProviderClient {
    provider: &'static str,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

/// A provider's response.
pub(crate) struct ProviderResponse {
    pub(crate) status: StatusCode,
    body: Bytes,
}

impl ProviderClient {
    /// A client for the provider with this name.
    pub(crate) fn new(provider: &'static str) -> Self {
        let mut tcp = HttpConnector::new();
        tcp.set_connect_timeout(Some(CONNECT_TIMEOUT));
        tcp.enforce_http(false);
        #[expect(clippy::expect_used, reason = "ring supports the default TLS versions of rustls")]
        let tls = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(rustls::crypto::ring::default_provider())
            .expect("ring supports TLS 1.2 and 1.3");
        let connector = tls.https_or_http().enable_http1().wrap_connector(tcp);
        Self { provider, client: Client::builder(TokioExecutor::new()).build(connector) }
    }

    /// Sends a request and reads the complete response.
    ///
    /// # Errors
    /// Fails with `Unavailable` when there is no complete response in time.
    pub(crate) async fn send(&self, request: Request<Full<Bytes>>) -> Result<ProviderResponse, KeywordError> {
        let exchange = async {
            let response = self.client.request(request).await.map_err(|error| self.unavailable(&error))?;
            let status = response.status();
            let body = Limited::new(response.into_body(), BODY_BYTES_MAX).collect().await;
            let body = body.map_err(|error| self.unavailable(&*error))?.to_bytes();
            Ok(ProviderResponse { status, body })
        };
        match tokio::time::timeout(REQUEST_TIMEOUT, exchange).await {
            Ok(response) => response,
            Err(_) => Err(self.unavailable(&format!("no response within {} s", REQUEST_TIMEOUT.as_secs()))),
        }
    }

    /// Parses the JSON body of a response.
    ///
    /// # Errors
    /// Fails with `Unavailable` when the body does not have the documented form.
    pub(crate) fn parse<T: DeserializeOwned>(&self, response: &ProviderResponse) -> Result<T, KeywordError> {
        let mut deserializer = serde_json::Deserializer::from_slice(&response.body);
        serde_path_to_error::deserialize(&mut deserializer)
            .map_err(|error| self.unavailable(&format!("{}: {}", error.path(), error.inner())))
    }

    /// The error for a status that is not a success.
    pub(crate) fn status_error(&self, status: StatusCode) -> KeywordError {
        match status {
            // The rest of the request has the documented form.
            StatusCode::BAD_REQUEST => {
                KeywordError::KeywordRejected(format!("{} responded with status {}", self.provider, status.as_u16()))
            }
            StatusCode::TOO_MANY_REQUESTS => {
                KeywordError::RateLimited(format!("{}: status {}", self.provider, status.as_u16()))
            }
            // Credentials and quotas are up to the operator. So is any other refusal of a well-formed request.
            _ => self.unavailable(&format!("status {}", status.as_u16())),
        }
    }

    fn unavailable(&self, cause: &(impl std::fmt::Display + ?Sized)) -> KeywordError {
        KeywordError::Unavailable(format!("{}: {cause}", self.provider))
    }
}
