//! Documents of other sites.

use std::time::Duration;

use answerdeck_guarded_http::{
    CertificateRoots, Document, DocumentError, DocumentFetcher, DocumentLimits, HttpError, NetworkPolicy,
};

use super::ANYWHERE;
use super::hostile_server::{Behavior, HostileServer, html, redirect, response};

const BYTES_MAX: usize = 1_000;

async fn fetch_within(timeout: Duration, server: &HostileServer) -> Result<Document, DocumentError> {
    let limits = DocumentLimits { timeout, bytes_max: BYTES_MAX };
    let fetcher = DocumentFetcher::with(ANYWHERE, &CertificateRoots::default(), limits);
    fetcher.fetch(&server.url("/client.json")).await
}

async fn fetch(server: &HostileServer) -> Result<Document, DocumentError> {
    fetch_within(Duration::from_secs(30), server).await
}

async fn failure(behavior: impl Fn(&str) -> Behavior + Send + Sync + 'static) -> DocumentError {
    fetch(&HostileServer::start(behavior).await).await.unwrap_err()
}

fn json(body: impl AsRef<[u8]>) -> Vec<u8> {
    response("200 OK", "Content-Type: application/json\r\nCache-Control: max-age=60\r\n", body)
}

#[tokio::test]
async fn a_document_is_read_with_one_request() {
    let server = HostileServer::of_page(json("{}")).await;
    let document = fetch(&server).await.unwrap();
    assert_eq!(document, Document { bytes: b"{}".to_vec(), max_age: Some(Duration::from_secs(60)) });
    assert_eq!(server.paths(), ["/client.json"]);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let other = HostileServer::of_page(json("{}")).await;
    let target = other.url("/client.json").to_string();
    assert_eq!(failure(move |_| redirect(&target)).await, DocumentError::Redirect);
    assert_eq!(other.paths(), [""; 0]);
}

#[tokio::test]
async fn a_private_address_is_not_visited() {
    let server = HostileServer::of_page(json("{}")).await;
    let fetcher = DocumentFetcher::new(NetworkPolicy::default(), &CertificateRoots::default());
    let refused = fetcher.fetch(&server.url("/client.json")).await.unwrap_err();
    assert_eq!(refused, HttpError::PrivateAddress.into());
    assert_eq!(server.paths(), [""; 0]);
}

#[tokio::test]
async fn a_document_beyond_the_limits_is_refused() {
    let exact = HostileServer::of_page(json("a".repeat(BYTES_MAX))).await;
    assert_eq!(fetch(&exact).await.unwrap().bytes.len(), BYTES_MAX);
    let large = json("a".repeat(BYTES_MAX + 1));
    assert_eq!(failure(move |_| Behavior::Respond(large.clone())).await, DocumentError::TooLarge);
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n".to_vec();
    let endless = move |_: &str| Behavior::Endless(head.clone(), vec![b'a'; 500]);
    assert_eq!(failure(endless).await, DocumentError::TooLarge);
}

#[tokio::test]
async fn a_document_that_takes_too_long_is_refused() {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n".to_vec();
    for behavior in [Behavior::Drip, Behavior::Stall] {
        let head = head.clone();
        let server = HostileServer::start(move |_| behavior(head.clone())).await;
        assert_eq!(fetch_within(Duration::from_millis(200), &server).await, Err(DocumentError::TimedOut));
    }
}

#[tokio::test]
async fn a_response_that_is_not_a_document_is_refused() {
    assert_eq!(failure(|_| Behavior::Respond(html("{}"))).await, DocumentError::NotJson);
    let gone = response("410 Gone", "Content-Type: application/json\r\n", "{}");
    assert_eq!(failure(move |_| Behavior::Respond(gone.clone())).await, DocumentError::Status(410));
}
