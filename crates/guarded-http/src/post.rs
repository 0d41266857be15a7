//! Posts JSON to an address that a user entered.
//!
//! One request without redirects. A response counts from its status: its body is only read to be shown.

use std::time::Duration;

use hyper::Request;
use hyper::body::Bytes;
use hyper::header;
use url::Url;

use crate::body::receive;
use crate::certificate_roots::CertificateRoots;
use crate::client::{HttpClient, RequestHeaders};
use crate::connector::{Connector, Resolver};
use crate::crawlable::crawlable;
use crate::error::HttpError;
use crate::policy::NetworkPolicy;

const HEADERS: RequestHeaders = RequestHeaders {
    user_agent: concat!("Mozilla/5.0 (compatible; Answerdeck/", env!("CARGO_PKG_VERSION"), "; webhooks)"),
    accept: "*/*",
};

/// Time limit of a connection, over all addresses of the host.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const LIMITS: Limits =
    Limits { timeout: Duration::from_secs(15), body_timeout: Duration::from_secs(2), response_bytes_max: 4_096 };

/// Limits of time and size. Tests use smaller ones.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Time limit of a request with its connection, until the status of the response.
    timeout: Duration,
    /// Time limit of the body of a response.
    body_timeout: Duration,
    /// Bytes of the body of a response that are read.
    response_bytes_max: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostResponse {
    pub status: u16,
    /// The beginning of the body, as it was sent. Empty if it did not come in time.
    pub body: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PostError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("there was no response in time")]
    TimedOut,
}

/// Posts JSON. Clones share the connections.
#[derive(Debug, Clone)]
pub struct JsonPoster {
    client: HttpClient,
    limits: Limits,
}

impl JsonPoster {
    pub fn new(policy: NetworkPolicy, roots: &CertificateRoots) -> Self {
        let connector = Connector { policy, resolver: Resolver::system(), timeout: CONNECT_TIMEOUT };
        Self { client: HttpClient::new(connector, roots, HEADERS), limits: LIMITS }
    }

    /// Posts a JSON text with more headers, and returns the response whatever its status.
    pub async fn post(
        &self,
        url: &Url,
        headers: &[(&'static str, String)],
        json: String,
    ) -> Result<PostResponse, PostError> {
        let Self { client, limits } = self;
        let url = crawlable(url).ok_or(HttpError::Address)?;
        let mut request = Request::post(url.as_str()).header(header::CONTENT_TYPE, "application/json");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let request = request.body(Bytes::from(json).into()).map_err(|_| HttpError::Address)?;
        let response = tokio::time::timeout(limits.timeout, client.send(request)).await;
        let response = response.map_err(|_| PostError::TimedOut)??;
        let body = tokio::time::timeout(limits.body_timeout, receive(response.body, limits.response_bytes_max)).await;
        let body = body.ok().and_then(Result::ok).map_or_else(Vec::new, |body| body.bytes);
        Ok(PostResponse { status: response.status.as_u16(), body })
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    /// Serves one connection: reads the head of the request, sends a text and keeps the connection open. Returns its address.
    fn serve(response: &'static str) -> Url {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                head.extend(byte);
            }
            stream.write_all(response.as_bytes()).unwrap();
            // Until the client closes it.
            let _ = stream.read_to_end(&mut Vec::new());
        });
        Url::parse(&url).unwrap()
    }

    async fn post(url: &Url) -> Result<PostResponse, PostError> {
        let policy = NetworkPolicy { allow_private: true, own_listener: None };
        let second = Duration::from_secs(1);
        let limits = Limits { timeout: second, body_timeout: second, response_bytes_max: 4 };
        let poster = JsonPoster { limits, ..JsonPoster::new(policy, &CertificateRoots::default()) };
        poster.post(url, &[("webhook-id", "1".to_owned())], "{}".to_owned()).await
    }

    #[tokio::test]
    async fn a_host_that_sends_no_status_in_time_is_given_up() {
        assert_eq!(post(&serve("")).await, Err(PostError::TimedOut));
    }

    #[tokio::test]
    async fn a_body_that_does_not_end_leaves_its_status() {
        let response = post(&serve("HTTP/1.1 202 Accepted\r\nContent-Length: 3\r\n\r\nab")).await;
        assert_eq!(response, Ok(PostResponse { status: 202, body: Vec::new() }));
    }

    #[tokio::test]
    async fn the_beginning_of_a_body_is_read() {
        let response = post(&serve("HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nabcdefghi")).await;
        assert_eq!(response, Ok(PostResponse { status: 500, body: b"abcd".to_vec() }));
    }

    #[tokio::test]
    async fn an_address_that_no_browser_opens_gets_no_request() {
        let url = Url::parse("http://127.0.0.1:25/").unwrap();
        assert_eq!(post(&url).await, Err(PostError::Http(HttpError::Address)));
    }
}
