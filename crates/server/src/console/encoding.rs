//! The content type, compression and caching of a file.

use axum::http::{HeaderMap, header};

use crate::headers::content_negotiation::qualities;

/// Whether the request accepts Brotli compression.
///
/// Source: RFC 9110, section 12.5.3.
pub(super) fn accepts_brotli(headers: &HeaderMap) -> bool {
    qualities(headers, header::ACCEPT_ENCODING)
        .any(|(coding, quality)| coding.eq_ignore_ascii_case("br") && quality > 0.0)
}

/// Whether the file name contains a hash of the content: a part of 8 or more hexadecimal digits.
pub(super) fn has_hash(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split(['-', '.', '_']).any(|part| part.len() >= 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

pub(super) fn content_type(path: &str) -> &'static str {
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn brotli_is_accepted_only_by_name() {
        for (value, accepted) in [
            ("gzip, deflate, br", true),
            ("BR;q=0.5", true),
            ("br;q=0", false),
            ("gzip", false),
            ("*", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            assert_eq!(accepts_brotli(&headers), accepted, "{value}");
        }
    }

    #[test]
    fn has_hash_finds_a_hash_in_a_file_name() {
        for (path, hashed) in [
            ("app-179969938082a88b.wasm", true),
            ("fonts/pretendard-1f7f943a0ddf8337.woff2", true),
            ("icon.svg", false),
            ("start.js", false),
            ("manifest.webmanifest", false),
        ] {
            assert_eq!(has_hash(path), hashed, "{path}");
        }
    }
}
