//! Conditional requests for files: the entity tag of a response, and 304 when the client already has that response.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

/// Adds `etag` to `response`. Returns 304 instead of a success if the `If-None-Match` of the request matches it.
///
/// `etag` must not contain a comma.
///
/// Source: RFC 9110, sections 13.2.1 and 15.4.5.
pub(crate) fn with_etag(mut response: Response, etag: &str, request: &HeaderMap) -> Response {
    if let Ok(value) = HeaderValue::from_str(etag) {
        response.headers_mut().insert(header::ETAG, value);
    }
    if !response.status().is_success() || !matches_if_none_match(request, etag) {
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
}
