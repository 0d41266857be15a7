//! The console: the files that `cargo xtask console` built, embedded in a release and read from the disk otherwise.

mod encoding;
mod policy;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use answerdeck_api::ErrorCode;
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

use crate::problem::Problem;
use crate::random::hash;
use crate::state::AppState;
use encoding::{accepts_brotli, content_type, has_hash};

#[cfg(not(debug_assertions))]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../dist"]
#[allow_missing = true]
struct Files;

const INDEX: &str = "index.html";
/// What is there when the console is not.
const NOT_BUILT: &str = include_str!("not_built.html");
/// The first part of a path that never opens the console.
const OTHER: [&str; 3] = ["oauth", ".well-known", "mcp"];
/// The first part of a path of the API, also of one that lacks its `/api`.
const API: [&str; 3] = ["api", "v1", "v1beta"];

/// Gives the bytes of a file by its path.
type Find = fn(&str) -> Option<Cow<'static, [u8]>>;

#[cfg(not(debug_assertions))]
fn built(path: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(path).map(|file| file.data)
}

/// From the disk: the console may be built after the server.
#[cfg(debug_assertions)]
fn built(path: &str) -> Option<Cow<'static, [u8]>> {
    use std::path::{Component, Path};
    let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist").join(path);
    inside.then(|| std::fs::read(file).ok()).flatten().map(Cow::Owned)
}

/// Answers every path that nothing else answers: a file of the console, or the console itself.
pub(crate) async fn fallback(
    State(app): State<AppState>,
    method: Method,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
) -> Response {
    answer(built, &app.config.public_url, &method, &uri, &headers)
}

fn answer(find: Find, public_url: &str, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let first = path.split('/').next().unwrap_or_default();
    if API.contains(&first) {
        return Problem::refused(ErrorCode::SystemBadRequest).into_response();
    }
    if OTHER.contains(&first) {
        return StatusCode::NOT_FOUND.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    if matches!(path, "" | INDEX) {
        return page(find, public_url, uri, headers);
    }
    match find(path) {
        Some(file) => asset(find, path, file, headers),
        // Only a file has a dot in its last part: what is missing must not look like a page.
        None if path.rsplit('/').next().is_some_and(|last| last.contains('.')) => StatusCode::NOT_FOUND.into_response(),
        None => page(find, public_url, uri, headers),
    }
}

fn page(find: Find, public_url: &str, uri: &Uri, request: &HeaderMap) -> Response {
    if let Some(elsewhere) = other_name_of_this_machine(public_url, uri, request) {
        return Redirect::temporary(&elsewhere).into_response();
    }
    let Some(index) = find(INDEX) else {
        let mut response = (StatusCode::NOT_FOUND, axum::response::Html(NOT_BUILT)).into_response();
        policy::protect(response.headers_mut(), NOT_BUILT);
        return response;
    };
    let html = String::from_utf8_lossy(&index).into_owned();
    let etag = format!("\"{}\"", hash(&html));
    let mut response = if request.get(header::IF_NONE_MATCH).is_some_and(|known| known == etag.as_str()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        encoded(find, INDEX, index, request)
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::ETAG, HeaderValue::from_str(&etag).unwrap_or(HeaderValue::from_static("\"\"")));
    policy::protect(headers, &html);
    response
}

fn asset(find: Find, path: &str, file: Cow<'static, [u8]>, request: &HeaderMap) -> Response {
    let mut response = encoded(find, path, file, request);
    let caching = if has_hash(path) { "public, max-age=31536000, immutable" } else { "public, max-age=3600" };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // A console on another address may not load these: they are of this one.
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin"));
    response
}

/// The file as it is, or its brotli sibling where that is accepted.
fn encoded(find: Find, path: &str, file: Cow<'static, [u8]>, request: &HeaderMap) -> Response {
    let brotli = accepts_brotli(request).then(|| find(&format!("{path}.br"))).flatten();
    let compressed = brotli.is_some();
    let body = match brotli.unwrap_or(file) {
        Cow::Borrowed(bytes) => axum::body::Body::from(bytes),
        Cow::Owned(bytes) => axum::body::Body::from(bytes),
    };
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if compressed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}

/// Where the same page is under the public address, for who came by another name of this machine (`localhost` for
/// `127.0.0.1`): OAuth compares addresses letter by letter, and storage is kept by address.
fn other_name_of_this_machine(public_url: &str, uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let asked = headers.get(header::HOST)?.to_str().ok()?;
    let own = public_url.strip_prefix("http://")?;
    let same_machine = asked != own && loopback_port(asked)? == loopback_port(own)?;
    same_machine.then(|| format!("{public_url}{}", uri.path_and_query().map_or("/", |path| path.as_str())))
}

fn loopback_port(authority: &str) -> Option<u16> {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
        _ => (authority, 80),
    };
    matches!(host, "localhost" | "127.0.0.1" | "[::1]").then_some(port)
}
