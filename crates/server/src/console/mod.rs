//! Serves the console: the files that `cargo xtask console` builds. A release build embeds them; a debug build reads them
//! from disk.

mod policy;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::convert::Infallible;
use std::future::ready;

use answerdeck_api::console_page::is_page;
use axum::extract::{OriginalUri, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use tower::{Layer, ServiceExt, service_fn};

use crate::headers::content_negotiation::accepts_coding;
use crate::http::conditional::with_etag;
use crate::http::cors::any_origin;
use crate::http::unknown_path::unknown_path;
use crate::random::hash;
use crate::state::AppState;

#[cfg(not(debug_assertions))]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../dist"]
#[allow_missing = true]
struct EmbeddedFiles;

const INDEX: &str = "index.html";
const NOT_BUILT: &str = include_str!("not_built.html");
/// The first path segments that never open the console. `/metrics` has an address of its own.
const RESERVED_SEGMENTS: [&str; 4] = ["oauth", ".well-known", "mcp", "metrics"];

/// Whether a first path segment belongs to the API: `api`, or the segment after it when a path lacks `api` (`v1beta`, `platform`).
fn is_of_api(segment: &str) -> bool {
    let is_version = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    matches!(segment, "api" | "platform") || segment.strip_prefix('v').is_some_and(is_version)
}

/// Returns the content of a file, by its path.
type LoadFile = fn(&str) -> Option<Cow<'static, [u8]>>;

#[cfg(not(debug_assertions))]
fn built_file(path: &str) -> Option<Cow<'static, [u8]>> {
    EmbeddedFiles::get(path).map(|file| file.data)
}

/// Reads the file from disk, because the console may be built after the server.
#[cfg(debug_assertions)]
fn built_file(path: &str) -> Option<Cow<'static, [u8]>> {
    use std::path::{Component, Path};
    let is_relative = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist").join(path);
    is_relative.then(|| std::fs::read(file).ok()).flatten().map(Cow::Owned)
}

/// Handles every path without a route: serves a file of the console or its index page. That page shows it if the path leads nowhere.
/// Pages of any origin may read what is wrong with a path of the API.
pub(crate) async fn fallback(State(app): State<AppState>, OriginalUri(uri): OriginalUri, request: Request) -> Response {
    let handle = |request: Request| {
        let response = respond(built_file, &app.config.public_url, request.method(), &uri, request.headers());
        ready(Ok::<_, Infallible>(response))
    };
    let response = match is_of_api(first_segment(&uri)) {
        true => any_origin().layer(service_fn(handle)).oneshot(request).await,
        false => handle(request).await,
    };
    response.unwrap_or_else(|never| match never {})
}

fn first_segment(uri: &Uri) -> &str {
    uri.path().trim_start_matches('/').split('/').next().unwrap_or_default()
}

fn respond(load: LoadFile, public_url: &str, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let first = first_segment(uri);
    if is_of_api(first) {
        return unknown_path(uri.path()).into_response();
    }
    if RESERVED_SEGMENTS.contains(&first) {
        return StatusCode::NOT_FOUND.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    if path == INDEX || is_page(path) {
        return page(load, public_url, uri, headers, StatusCode::OK);
    }
    match load(path) {
        Some(file) => asset(load, path, file, headers),
        // Only files have a dot in the last segment. A missing file must not be answered with the index page.
        None if path.rsplit('/').next().is_some_and(|last| last.contains('.')) => StatusCode::NOT_FOUND.into_response(),
        None => page(load, public_url, uri, headers, StatusCode::NOT_FOUND),
    }
}

fn page(load: LoadFile, public_url: &str, uri: &Uri, request: &HeaderMap, status: StatusCode) -> Response {
    if let Some(address) = public_address(public_url, uri, request) {
        return Redirect::temporary(&address).into_response();
    }
    let Some(index) = load(INDEX) else {
        let mut response = (StatusCode::NOT_FOUND, axum::response::Html(NOT_BUILT)).into_response();
        policy::set_security_headers(response.headers_mut(), NOT_BUILT);
        return response;
    };
    let html = String::from_utf8_lossy(&index).into_owned();
    // Weak, because the plain and the compressed file share it.
    let etag = format!("W/\"{}\"", hash(&html));
    let mut response = encoded(load, INDEX, index, request);
    *response.status_mut() = status;
    // The name of the page stays the same when its content changes: browsers keep it, but ask each time.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let mut response = with_etag(response, &etag, request);
    policy::set_security_headers(response.headers_mut(), &html);
    response
}

fn asset(load: LoadFile, path: &str, file: Cow<'static, [u8]>, request: &HeaderMap) -> Response {
    let mut response = encoded(load, path, file, request);
    let caching = if has_hash(path) { "public, max-age=31536000, immutable" } else { "public, max-age=3600" };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // A console of another origin must load its own files.
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin"));
    response
}

/// Returns the file, or its Brotli-compressed variant if the request accepts it.
fn encoded(load: LoadFile, path: &str, file: Cow<'static, [u8]>, request: &HeaderMap) -> Response {
    let brotli = accepts_coding(request, "br").then(|| load(&format!("{path}.br"))).flatten();
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

/// Returns the public address of a page that was requested under another name of the loopback interface, such as
/// `localhost` instead of `127.0.0.1`. OAuth compares redirect URIs exactly, and browser storage belongs to an origin.
fn public_address(public_url: &str, uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let requested = headers.get(header::HOST)?.to_str().ok()?;
    let public = public_url.strip_prefix("http://")?;
    let is_alias = requested != public && loopback_port(requested)? == loopback_port(public)?;
    is_alias.then(|| format!("{public_url}{}", uri.path_and_query().map_or("/", |path| path.as_str())))
}

fn loopback_port(authority: &str) -> Option<u16> {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
        _ => (authority, 80),
    };
    matches!(host, "localhost" | "127.0.0.1" | "[::1]").then_some(port)
}

/// Whether the file name contains a hash of the content: a part of 8 or more hexadecimal digits.
fn has_hash(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split(['-', '.', '_']).any(|part| part.len() >= 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
