//! The requests and responses of the adapters, and the errors that they mean.

use std::time::Duration;

use reqwest::{RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

use crate::provider::KeywordError;

/// Time limit of one request with its response. A request of the platform API has time for several.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(12);
/// The maximum number of bytes of a response body. A thousand keywords need less.
const BODY_BYTES_MAX: usize = 8 * 1024 * 1024;

/// The pauses after which a request is sent again that the rate limit of the provider refused.
const PAUSES: [Duration; 2] = [Duration::from_millis(500), Duration::from_millis(1_500)];

/// Asks again after a pause while the provider's rate limit is reached.
pub(crate) async fn retry_rate_limited<T, F>(ask: impl Fn() -> F) -> Result<T, KeywordError>
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

pub(crate) struct ProviderClient {
    provider: &'static str,
    pub(crate) http: reqwest::Client,
}

impl ProviderClient {
    pub(crate) fn new(provider: &'static str) -> Self {
        #[expect(clippy::expect_used, reason = "TLS needs nothing of the system")]
        let http = answerdeck_provider_http::client().expect("a client");
        Self { provider, http }
    }

    pub(crate) async fn send<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, KeywordError> {
        let sent = answerdeck_provider_http::send(request, REQUEST_TIMEOUT, BODY_BYTES_MAX).await;
        let response = sent.map_err(|error| self.unavailable(&error))?;
        if !response.status.is_success() {
            return Err(self.status_error(response.status));
        }
        answerdeck_provider_http::parse(&response.body).map_err(|error| self.unavailable(&error))
    }

    fn status_error(&self, status: StatusCode) -> KeywordError {
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

    fn unavailable(&self, cause: &impl std::fmt::Display) -> KeywordError {
        KeywordError::Unavailable(format!("{}: {cause}", self.provider))
    }
}
