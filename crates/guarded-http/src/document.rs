//! A JSON document of another site, which its address identifies.
//!
//! One request, without robots.txt, delays and redirects, because a user is waiting for it.

use std::time::Duration;

use hyper::{HeaderMap, StatusCode, header};
use url::Url;

use crate::body::read_body;
use crate::certificate_roots::CertificateRoots;
use crate::client::{HttpClient, HttpResponse, RequestHeaders};
use crate::connector::{Connector, Resolver};
use crate::crawlable::crawlable;
use crate::error::HttpError;
use crate::policy::NetworkPolicy;

const HEADERS: RequestHeaders = RequestHeaders {
    user_agent: concat!("Mozilla/5.0 (compatible; Answerdeck/", env!("CARGO_PKG_VERSION"), "; documents of clients)"),
    accept: "application/json",
};

/// Time limit of a connection, over all addresses of the host.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Limits of time and size. Tests use smaller ones.
#[derive(Debug, Clone, Copy)]
pub struct DocumentLimits {
    /// Time limit of a document with its connection.
    pub timeout: Duration,
    /// Bytes of a document, before and after decompression.
    pub bytes_max: usize,
}

impl Default for DocumentLimits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(6), bytes_max: 32 * 1024 }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The bytes after decompression. They may be invalid JSON.
    pub bytes: Vec<u8>,
    /// How long the site allows to keep it: zero if it forbids it. `None` if the site does not say.
    pub max_age: Option<Duration>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("the document took too long to load")]
    TimedOut,
    #[error("the document is too large")]
    TooLarge,
    #[error("the site responded with status {0}")]
    Status(u16),
    #[error("the address redirects")]
    Redirect,
    #[error("the document is not JSON")]
    NotJson,
}

/// Fetches documents. Clones share the connections.
#[derive(Debug, Clone)]
pub struct DocumentFetcher {
    client: HttpClient,
    limits: DocumentLimits,
}

impl DocumentFetcher {
    pub fn new(policy: NetworkPolicy, roots: &CertificateRoots) -> Self {
        Self::with(policy, roots, DocumentLimits::default())
    }

    pub fn with(policy: NetworkPolicy, roots: &CertificateRoots, limits: DocumentLimits) -> Self {
        let connector = Connector { policy, resolver: Resolver::system(), timeout: CONNECT_TIMEOUT };
        Self { client: HttpClient::new(connector, roots, HEADERS), limits }
    }

    pub async fn fetch(&self, url: &Url) -> Result<Document, DocumentError> {
        let fetched = tokio::time::timeout(self.limits.timeout, self.fetch_without_timeout(url));
        fetched.await.unwrap_or(Err(DocumentError::TimedOut))
    }

    async fn fetch_without_timeout(&self, url: &Url) -> Result<Document, DocumentError> {
        let url = crawlable(url).ok_or(HttpError::Address)?;
        let HttpResponse { status, headers, body, .. } = self.client.get(&url, None).await?;
        if status.is_redirection() {
            return Err(DocumentError::Redirect);
        }
        if status != StatusCode::OK {
            return Err(DocumentError::Status(status.as_u16()));
        }
        if !is_json(&headers) {
            return Err(DocumentError::NotJson);
        }
        let body = read_body(&headers, body, self.limits.bytes_max).await?;
        if !body.is_complete {
            return Err(DocumentError::TooLarge);
        }
        Ok(Document { bytes: body.bytes, max_age: max_age(&headers) })
    }
}

/// Whether the media type is `application/json` or ends with `+json`.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    media_type == "application/json" || media_type.starts_with("application/") && media_type.ends_with("+json")
}

/// Source: RFC 9111, section 5.2.2.
fn max_age(headers: &HeaderMap) -> Option<Duration> {
    let values = headers.get_all(header::CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    let directives = values.flat_map(|value| value.split(',')).map(|directive| directive.trim().to_ascii_lowercase());
    let ages = directives.filter_map(|directive| match directive.as_str() {
        "no-store" | "no-cache" => Some(Duration::ZERO),
        other => Some(Duration::from_secs(other.strip_prefix("max-age=")?.trim_matches('"').parse().ok()?)),
    });
    ages.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn the_shortest_max_age_counts() {
        for (value, seconds) in [
            ("max-age=60", Some(60)),
            ("public, Max-Age=\"60\"", Some(60)),
            ("max-age=60, no-store", Some(0)),
            ("no-cache", Some(0)),
            ("max-age=-1", None),
            ("max-age=99999999999999999999999", None),
            ("private", None),
        ] {
            let age = max_age(&headers(header::CACHE_CONTROL, value));
            assert_eq!(age, seconds.map(Duration::from_secs), "{value}");
        }
    }

    #[test]
    fn only_media_types_of_json_are_json() {
        for (value, is) in [
            ("application/json", true),
            ("Application/JSON; charset=utf-8", true),
            ("application/client+json", true),
            ("text/html", false),
            ("text/x+json", false),
            ("", false),
        ] {
            assert_eq!(is_json(&headers(header::CONTENT_TYPE, value)), is, "{value}");
        }
    }
}
