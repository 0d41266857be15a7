//! Conditional requests: the entity tag of a response, and 304 when the client already has that response.
//!
//! There is no list of cacheable operations: a client that asks each time never shows old data. The handler runs before the
//! comparison, so a 304 saves the transfer and not the query. No layer compresses responses under `/api`, so a strong tag belongs to
//! one sequence of bytes. A browser can show an ended answer for a year: a field that a later version adds to it must be optional.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::stream;
use sha2::{Digest, Sha256};

use super::caller::Caller;
use crate::problem::Problem;

/// The headers of a response that never changes. The client keeps it for a year without asking again.
pub(crate) const IMMUTABLE: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "private, max-age=31536000, immutable")];

/// What a client does with any other successful read: it keeps the response, and asks each time whether it changed.
const REVALIDATED: HeaderValue = HeaderValue::from_static("private, no-cache");
/// The headers that decide the organization of a request.
const CREDENTIAL_HEADERS: HeaderValue = HeaderValue::from_static("api-key, authorization");
/// Bytes of the hash in an entity tag. Two responses have the same tag once in 2^128.
const HASH_LENGTH: usize = 16;

/// Adds the caching headers to a successful read, and answers 304 if the client has its content.
///
/// Must be inside authentication: a 304 says that a response has not changed, as a 200 does.
pub(crate) async fn tag_reads(caller: Caller, request: Request, next: Next) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let request_headers = request.headers().clone();
    let response = next.run(request).await;
    // A body of known length is in memory already. A stream would have to be buffered to be hashed.
    if response.status() != StatusCode::OK || response.body().size_hint().exact().is_none() {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let body = match axum::body::to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return Problem::Internal(Arc::new(error)).into_response(),
    };
    parts.headers.entry(header::CACHE_CONTROL).or_insert(REVALIDATED);
    parts.headers.append(header::VARY, CREDENTIAL_HEADERS);
    let etag = entity_tag(&caller, &body);
    with_etag(Response::from_parts(parts, Body::from(body)), &etag, &request_headers)
}

/// Returns the strong entity tag of a body. Organizations never share a tag, even if their bodies are equal.
fn entity_tag(caller: &Caller, body: &Bytes) -> String {
    let hash = Sha256::new().chain_update(caller.organization_id.as_str()).chain_update(body).finalize();
    format!("\"{}\"", URL_SAFE_NO_PAD.encode(&hash[..HASH_LENGTH]))
}

/// Adds `etag` to `response`. Returns 304 instead if the `If-None-Match` of the request matches it.
///
/// `etag` must not contain a comma.
///
/// Source: RFC 9110, section 15.4.5.
pub(crate) fn with_etag(mut response: Response, etag: &str, request: &HeaderMap) -> Response {
    if let Ok(value) = HeaderValue::from_str(etag) {
        response.headers_mut().insert(header::ETAG, value);
    }
    if !matches_if_none_match(request, etag) {
        return response;
    }
    // axum writes the length of a body that has a known one, but a 304 must not say 0 (RFC 9110, section 8.6).
    let no_body = Body::from_stream(stream::empty::<Result<Bytes, std::convert::Infallible>>());
    let mut not_modified = (StatusCode::NOT_MODIFIED, no_body).into_response();
    for name in [header::CACHE_CONTROL, header::ETAG, header::VARY] {
        for value in response.headers().get_all(&name) {
            not_modified.headers_mut().append(&name, value.clone());
        }
    }
    not_modified
}

/// Whether `If-None-Match` is `*` or contains `etag`, by weak comparison.
///
/// Splitting at commas may cut a tag of another server, but no part of such a tag equals `etag`.
///
/// Source: RFC 9110, sections 8.8.3.2 and 13.1.2.
fn matches_if_none_match(request: &HeaderMap, etag: &str) -> bool {
    let values = request.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = values.flat_map(|value| value.as_bytes().split(|byte| *byte == b',')).map(<[u8]>::trim_ascii);
    tags.any(|tag| tag == b"*" || opaque_tag(tag) == opaque_tag(etag.as_bytes()))
}

fn opaque_tag(tag: &[u8]) -> &[u8] {
    tag.strip_prefix(b"W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    fn matches(values: &[&[u8]], etag: &str) -> bool {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::IF_NONE_MATCH, HeaderValue::from_bytes(value).unwrap());
        }
        matches_if_none_match(&headers, etag)
    }

    #[test]
    fn if_none_match_is_a_list_of_tags_or_a_star() {
        let matching: [&[&[u8]]; _] = [
            &[b"\"a\""],
            &[b"W/\"a\""],
            &[b" \"x\" ,\t\"a\""],
            &[b"\"x,y\", \"a\""],
            &[b"\"\xff\", \"a\""],
            &[b",,\"a\","],
            &[b"\"x\"", b"\"a\""],
            &[b"*"],
        ];
        for values in matching {
            assert!(matches(values, "\"a\"") && matches(values, "W/\"a\""), "{values:?}");
        }
        let different: [&[&[u8]]; _] = [
            &[],
            &[b""],
            &[b"a"],
            &[b"\"A\""],
            &[b"w/\"a\""],
            &[b"W/ \"a\""],
            &[b"\"a"],
            &[b"\"x,a\""],
            &[b"\"*\""],
            &[b"**"],
        ];
        for values in different {
            assert!(!matches(values, "\"a\"") && !matches(values, "W/\"a\""), "{values:?}");
        }
    }

    #[tokio::test]
    async fn a_stream_is_neither_buffered_nor_tagged() {
        let endless = async || Body::from_stream(stream::repeat(Ok::<_, std::convert::Infallible>("x")));
        let router = Router::new().route("/", get(endless)).layer(axum::middleware::from_fn(tag_reads));
        let mut request = Request::new(Body::empty());
        request.extensions_mut().insert(Caller { organization_id: "a".repeat(22).parse().unwrap() });
        let response = router.oneshot(request).await.unwrap();
        assert_eq!((response.status(), response.headers().len()), (StatusCode::OK, 0));
    }
}
