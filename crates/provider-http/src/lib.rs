//! The HTTP client for the providers of answers and of keyword data: a request is sent at most once, redirects are not
//! followed, and a response has bounds of time and size. [`lenient`] reads JSON of which a part has another form.
//! [`dataforseo`] is what both APIs of DataForSEO have in common.

pub mod dataforseo;
pub mod lenient;

use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// Why there is no complete response.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The request could not be sent, or the response is lost or late.
    // The URL is left out, because it can contain a key.
    #[error("{}", cause(.0))]
    Lost(reqwest::Error),
    #[error("the response is larger than {} MiB", .0 / 1024 / 1024)]
    TooLarge(usize),
}

/// A client that opens a connection for each request: only a request that cannot connect is known to be unsent.
pub fn client() -> Result<reqwest::Client, reqwest::Error> {
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    #[expect(clippy::expect_used, reason = "ring supports the default TLS versions of rustls")]
    let tls = rustls::ClientConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .expect("ring supports TLS 1.2 and 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth();
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .connect_timeout(CONNECT_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
        .pool_max_idle_per_host(0)
        .retry(reqwest::retry::never())
        .build()
}

/// Sends a request and reads the complete response, whatever its status, within `timeout` and `bytes_max`.
pub async fn send(request: RequestBuilder, timeout: Duration, bytes_max: usize) -> Result<Response, SendError> {
    let mut response = request.timeout(timeout).send().await.map_err(SendError::Lost)?;
    let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(SendError::Lost)? {
        if body.len() + chunk.len() > bytes_max {
            return Err(SendError::TooLarge(bytes_max));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Response { status, headers, body })
}

/// Parses JSON. The error has the path of the field, and what is wrong with it.
pub fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    serde_path_to_error::deserialize(&mut deserializer).map_err(|error| format!("{}: {}", error.path(), error.inner()))
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
