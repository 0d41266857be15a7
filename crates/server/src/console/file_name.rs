//! What the name of a file says: its content type, and whether its content ever changes.

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
