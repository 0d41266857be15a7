//! One request and its answer.

use std::error::Error;
use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::Empty;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpInfo;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use url::Url;

use super::connector::Connector;
use super::{NetworkPolicy, PageError};
use crate::tls;

/// What requests call the crawler.
const USER_AGENT: &str =
    concat!("Mozilla/5.0 (compatible; Answerdeck/", env!("CARGO_PKG_VERSION"), "; site keyword crawler)");
const ACCEPT: &str = "text/html,application/xhtml+xml,text/plain;q=0.5";
/// A connection is kept for the next page of its visit, not for longer.
const IDLE: Duration = Duration::from_secs(15);
/// Bytes of the head of an answer.
const HEAD_MAX: usize = 64 * 1024;

/// Sends requests. It keeps no cookie, has no credentials, and does not say which page it comes from.
#[derive(Debug)]
pub(super) struct Exchange {
    client: Client<HttpsConnector<Connector>, Empty<Bytes>>,
    reach: NetworkPolicy,
}

/// What a server answered. Its body is not read yet.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Body,
    /// Whether it came from [`NetworkPolicy::own`].
    pub(super) is_own: bool,
}

impl Exchange {
    pub(super) fn new(connector: Connector) -> Self {
        let reach = connector.reach;
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .pool_max_idle_per_host(1)
            .http1_max_buf_size(HEAD_MAX)
            .build(tls::over(connector));
        Self { client, reach }
    }

    pub(super) async fn get(&self, url: &Url) -> Result<Answer, PageError> {
        let request = Request::get(url.as_str())
            .header(header::USER_AGENT, USER_AGENT)
            .header(header::ACCEPT, ACCEPT)
            .header(header::ACCEPT_ENCODING, "gzip")
            .body(Empty::new())
            .map_err(|_| PageError::Address)?;
        let response = self.client.request(request).await.map_err(|error| reason(&error))?;
        let (head, body) = response.into_parts();
        let peer = head.extensions.get::<HttpInfo>().map(HttpInfo::remote_addr);
        let is_own = peer.is_some_and(|peer| self.reach.is_own(peer));
        Ok(Answer { status: head.status, headers: head.headers, body: Body::new(body), is_own })
    }
}

impl Answer {
    /// Where the server sends to. `None` when the answer is no redirect.
    pub(super) fn leads_to(&self, from: &Url) -> Option<Result<Url, PageError>> {
        if !matches!(self.status.as_u16(), 301 | 302 | 303 | 307 | 308) {
            return None;
        }
        let location = self.headers.get(header::LOCATION)?;
        // Browsers take the bytes of a location as UTF-8, whatever the standard says.
        let location = str::from_utf8(location.as_bytes()).ok();
        Some(location.and_then(|location| from.join(location).ok()).ok_or(PageError::Address))
    }
}

/// What lies behind an error of the client.
fn reason(error: &(dyn Error + 'static)) -> PageError {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<PageError>() {
            return error.clone();
        }
        if error.is::<rustls::Error>() {
            return PageError::Untrusted;
        }
        // What an error of input wraps is not its source.
        let wrapped = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        next = wrapped.map(|wrapped| wrapped as &(dyn Error + 'static)).or_else(|| error.source());
    }
    PageError::Unreachable
}
