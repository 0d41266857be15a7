//! Requests to providers: bounded in time and size, and never redirected.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::{Request, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde::de::DeserializeOwned;

use super::KeywordError;
use crate::tls;

/// How long one exchange may take. A request of the platform's has time for several.
const EXCHANGE: Duration = Duration::from_secs(12);
const CONNECT: Duration = Duration::from_secs(4);
/// Bytes of an answer, at most: a thousand keywords have less.
const BODY_MAX: usize = 8 * 1024 * 1024;

/// Sends requests to one provider.
pub(super) struct Outbound {
    provider: &'static str,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

/// What a provider answered.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    body: Bytes,
}

impl Outbound {
    pub(super) fn new(provider: &'static str) -> Self {
        let mut tcp = HttpConnector::new();
        tcp.set_connect_timeout(Some(CONNECT));
        tcp.enforce_http(false);
        Self { provider, client: Client::builder(TokioExecutor::new()).build(tls::over(tcp)) }
    }

    /// # Errors
    /// `Unavailable` when there is no whole answer in time.
    pub(super) async fn send(&self, request: Request<Full<Bytes>>) -> Result<Reply, KeywordError> {
        let exchange = async {
            let response = self.client.request(request).await.map_err(|error| self.unavailable(&error))?;
            let status = response.status();
            let body = Limited::new(response.into_body(), BODY_MAX).collect().await;
            let body = body.map_err(|error| self.unavailable(&*error))?.to_bytes();
            Ok(Reply { status, body })
        };
        match tokio::time::timeout(EXCHANGE, exchange).await {
            Ok(reply) => reply,
            Err(_) => Err(self.unavailable(&format!("no answer within {} s", EXCHANGE.as_secs()))),
        }
    }

    /// Reads an answer.
    ///
    /// # Errors
    /// `Unavailable` when it is not as the provider documents it.
    pub(super) fn read<T: DeserializeOwned>(&self, reply: &Reply) -> Result<T, KeywordError> {
        let mut deserializer = serde_json::Deserializer::from_slice(&reply.body);
        serde_path_to_error::deserialize(&mut deserializer)
            .map_err(|error| self.unavailable(&format!("{}: {}", error.path(), error.inner())))
    }

    /// What a status that is no success means.
    pub(super) fn refused(&self, status: StatusCode) -> KeywordError {
        match status {
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => {
                KeywordError::Rejected(format!("{} answered {}", self.provider, status.as_u16()))
            }
            // Credentials, quotas and rates are the operator's, and pass.
            _ => self.unavailable(&format!("status {}", status.as_u16())),
        }
    }

    fn unavailable(&self, cause: &(impl std::fmt::Display + ?Sized)) -> KeywordError {
        KeywordError::Unavailable(format!("{}: {cause}", self.provider))
    }
}
