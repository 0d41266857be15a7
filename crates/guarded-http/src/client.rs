use std::error::Error;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::HeaderValue;
use hyper::{HeaderMap, Request, StatusCode, header};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpInfo;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::client::WebPkiServerVerifier;
use rustls::{CertificateError, OtherError};
use url::Url;

use crate::certificate_roots::CertificateRoots;
use crate::certificate_verifier::{CertificateVerifier, MissingIntermediate};
use crate::connector::Connector;
use crate::error::HttpError;
use crate::policy::NetworkPolicy;

/// A connection stays open for the next page of its crawl.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);
const HEAD_BYTES_MAX: usize = 64 * 1024;

/// Sends requests without credentials and referrer. Does not follow redirects. Clones share the connections.
#[derive(Debug, Clone)]
pub struct HttpClient {
    client: Client<HttpsConnector<Connector>, Full<Bytes>>,
    policy: NetworkPolicy,
    headers: RequestHeaders,
}

/// The headers that describe the sender of a request.
#[derive(Debug, Clone, Copy)]
pub struct RequestHeaders {
    pub user_agent: &'static str,
    pub accept: &'static str,
}

/// A response whose body is not read yet.
#[derive(Debug)]
pub struct HttpResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Incoming,
    /// Whether it came from [`NetworkPolicy::own_listener`].
    pub is_own: bool,
}

impl HttpClient {
    pub fn new(connector: Connector, roots: &CertificateRoots, headers: RequestHeaders) -> Self {
        let policy = connector.policy;
        let mut tls = roots.tls();
        let provider = Arc::clone(tls.crypto_provider());
        #[expect(
            clippy::expect_used,
            reason = "a store of authorities is never empty, and there are no revocation lists"
        )]
        let verifier = WebPkiServerVerifier::builder_with_provider(Arc::clone(&roots.0), provider)
            .build()
            .expect("there are authorities");
        // It verifies as webpki does, and only names the cause more precisely.
        tls.dangerous().set_certificate_verifier(Arc::new(CertificateVerifier(verifier)));
        let tls = HttpsConnectorBuilder::new().with_tls_config(tls);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_max_idle_per_host(1)
            .http1_max_buf_size(HEAD_BYTES_MAX)
            .build(tls.https_or_http().enable_http1().wrap_connector(connector));
        Self { client, policy, headers }
    }

    pub async fn get(&self, url: &Url, cookies: Option<HeaderValue>) -> Result<HttpResponse, HttpError> {
        let mut request = Request::get(url.as_str())
            .header(header::ACCEPT_ENCODING, "gzip")
            .body(Full::default())
            .map_err(|_| HttpError::Address)?;
        if let Some(cookies) = cookies {
            request.headers_mut().insert(header::COOKIE, cookies);
        }
        self.send(request).await
    }

    /// Sends a request with the headers that describe the sender.
    pub(crate) async fn send(&self, mut request: Request<Full<Bytes>>) -> Result<HttpResponse, HttpError> {
        let headers = request.headers_mut();
        headers.insert(header::USER_AGENT, HeaderValue::from_static(self.headers.user_agent));
        headers.insert(header::ACCEPT, HeaderValue::from_static(self.headers.accept));
        let response = self.client.request(request).await.map_err(|error| http_error(&error))?;
        let (head, body) = response.into_parts();
        let peer = head.extensions.get::<HttpInfo>().map(HttpInfo::remote_addr);
        let is_own = peer.is_some_and(|peer| self.policy.is_own_listener(peer));
        Ok(HttpResponse { status: head.status, headers: head.headers, body, is_own })
    }
}

impl HttpResponse {
    /// The target of a redirect. `None` when the response is not a redirect.
    pub fn redirect_target(&self, from: &Url) -> Option<Result<Url, HttpError>> {
        if !matches!(self.status.as_u16(), 301 | 302 | 303 | 307 | 308) {
            return None;
        }
        let location = self.headers.get(header::LOCATION)?;
        // Browsers read a location as UTF-8, although the standard allows ASCII only.
        let location = str::from_utf8(location.as_bytes()).ok();
        Some(location.and_then(|location| from.join(location).ok()).ok_or(HttpError::Address))
    }
}

fn tls_error(error: &rustls::Error) -> HttpError {
    let rustls::Error::InvalidCertificate(error) = error else { return HttpError::Untrusted };
    match error {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => HttpError::CertificateExpired,
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            HttpError::CertificateName
        }
        CertificateError::Other(OtherError(cause)) if cause.is::<MissingIntermediate>() => HttpError::CertificateChain,
        _ => HttpError::Untrusted,
    }
}

fn http_error(error: &(dyn Error + 'static)) -> HttpError {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<HttpError>() {
            return error.clone();
        }
        if let Some(error) = error.downcast_ref::<rustls::Error>() {
            return tls_error(error);
        }
        // The error inside an I/O error is not its source.
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        next = inner.map(|inner| inner as &(dyn Error + 'static)).or_else(|| error.source());
    }
    HttpError::Unreachable
}
