use answerdeck_api::console_page;

use super::*;

const HTML: &str = "<!doctype html><script>first()</script>";

fn files(path: &str) -> Option<Cow<'static, [u8]>> {
    let text = match path {
        "index.html" => HTML,
        "index.html.br" => "index, compressed",
        "app-179969938082a88b.wasm" => "program",
        "app-179969938082a88b.wasm.br" => "program, compressed",
        "icon.svg" => "<svg/>",
        _ => return None,
    };
    Some(Cow::Borrowed(text.as_bytes()))
}

struct Reply {
    status: u16,
    headers: HeaderMap,
    text: String,
}

async fn request_with(load: LoadFile, method: Method, path: &str, headers: &[(&'static str, &str)]) -> Reply {
    let headers = headers
        .iter()
        .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap()))
        .collect();
    let response = respond(load, "http://127.0.0.1:8080", &method, &path.parse().unwrap(), &headers);
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    Reply { status: parts.status.as_u16(), headers: parts.headers, text: String::from_utf8(bytes.to_vec()).unwrap() }
}

async fn get(path: &str, headers: &[(&'static str, &str)]) -> Reply {
    request_with(files, Method::GET, path, headers).await
}

#[tokio::test]
async fn every_page_path_opens_the_console() {
    let pages = console_page::ALL.iter().map(|page| console_page::with_id(page, &"035195iSAB6WYt3T0v7d7n"));
    let paths = pages.flat_map(|page| [format!("{page}/"), format!("{page}?model=GEMINI"), page]);
    for path in paths.chain(["/index.html".to_owned()]) {
        for method in [Method::GET, Method::HEAD] {
            let reply = request_with(files, method, &path, &[]).await;
            assert_eq!((reply.status, reply.text.as_str()), (200, HTML), "{path}");
            assert_eq!(reply.headers["content-type"], "text/html; charset=utf-8");
            assert_eq!(reply.headers["cache-control"], "no-cache");
        }
    }
}

#[tokio::test]
async fn any_other_path_opens_the_console_with_404() {
    let page = get("/", &[]).await;
    let etag = page.headers["etag"].to_str().unwrap();
    for path in ["/nothing", "/nothing?page=/runs", "/health/", "/runs/1/2", "/oauth-callback"] {
        for method in [Method::GET, Method::HEAD] {
            for headers in [&[("if-none-match", etag)] as &[_], &[]] {
                let reply = request_with(files, method.clone(), path, headers).await;
                assert_eq!((reply.status, reply.text.as_str()), (404, HTML), "{path}");
                assert_eq!(reply.headers, page.headers, "{path}");
            }
        }
    }
}

#[tokio::test]
async fn reserved_paths_missing_files_and_other_methods_do_not_open_the_console() {
    for path in ["/oauth/x", "/.well-known/x", "/mcp", "/metrics", "/app-000000000000.wasm", "/x/y.js"] {
        assert_eq!(get(path, &[]).await.status, 404, "{path}");
    }
    assert_eq!(request_with(files, Method::POST, "/prompts", &[]).await.status, 405);
}

#[tokio::test]
async fn the_policy_allows_only_scripts_of_the_page() {
    let headers = get("/", &[]).await.headers;
    let policy = headers["content-security-policy"].to_str().unwrap();
    let script = crate::headers::content_security_policy::sha256_source("first()");
    assert!(policy.contains(&format!("script-src 'self' 'wasm-unsafe-eval' {script};")), "{policy}");
    assert!(policy.contains("worker-src 'none';"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(headers["referrer-policy"], "no-referrer");
    assert_eq!(headers["x-content-type-options"], "nosniff");
}

#[tokio::test]
async fn a_cached_page_is_answered_with_not_modified() {
    let first = get("/", &[]).await;
    let etag = first.headers["etag"].to_str().unwrap();
    for headers in [&[("if-none-match", etag)] as &[_], &[("if-none-match", etag), ("accept-encoding", "br")]] {
        let again = get("/prompts", headers).await;
        assert_eq!((again.status, again.text.as_str()), (304, ""));
        for name in ["etag", "cache-control", "vary", "content-security-policy"] {
            assert_eq!(again.headers[name], first.headers[name]);
        }
        assert!(!again.headers.contains_key("content-encoding"));
    }
    assert_eq!(get("/", &[("if-none-match", "\"other\"")]).await.status, 200);
}

#[tokio::test]
async fn the_plain_and_the_compressed_page_share_a_weak_etag() {
    let [plain, compressed] = [get("/", &[]).await, get("/", &[("accept-encoding", "br")]).await];
    assert_eq!((plain.text.as_str(), compressed.text.as_str()), (HTML, "index, compressed"));
    assert_eq!(plain.headers["etag"], compressed.headers["etag"]);
    assert!(plain.headers["etag"].to_str().unwrap().starts_with("W/\""));
}

#[tokio::test]
async fn a_file_with_a_hash_is_immutable_and_served_compressed() {
    let plain = get("/app-179969938082a88b.wasm", &[]).await;
    assert_eq!(plain.text, "program");
    assert_eq!(plain.headers["content-type"], "application/wasm");
    assert_eq!(plain.headers["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(plain.headers["vary"], "accept-encoding");
    let small = get("/app-179969938082a88b.wasm", &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(small.text, "program, compressed");
    assert_eq!(small.headers["content-encoding"], "br");
    let icon = get("/icon.svg", &[("accept-encoding", "br")]).await;
    assert_eq!((icon.text.as_str(), icon.headers.get("content-encoding")), ("<svg/>", None));
    assert_eq!(icon.headers["cache-control"], "public, max-age=3600");
}

#[tokio::test]
async fn a_loopback_alias_redirects_to_the_public_address() {
    let reply = get("/runs?model=GEMINI", &[("host", "localhost:8080")]).await;
    assert_eq!(
        (reply.status, reply.headers["location"].to_str().unwrap()),
        (307, "http://127.0.0.1:8080/runs?model=GEMINI")
    );
    for host in ["127.0.0.1:8080", "localhost:9090", "answers.example.com"] {
        assert_eq!(get("/runs", &[("host", host)]).await.status, 200, "{host}");
    }
}

#[tokio::test]
async fn without_a_build_the_page_explains_how_to_build_it() {
    let reply = request_with(|_| None, Method::GET, "/", &[]).await;
    assert_eq!(reply.status, 404);
    assert!(reply.text.contains("cargo xtask serve"));
}

#[test]
fn loopback_port_recognizes_loopback_names_only() {
    for (authority, port) in [
        ("localhost:8080", Some(8080)),
        ("127.0.0.1:8080", Some(8080)),
        ("[::1]:8080", Some(8080)),
        ("localhost", Some(80)),
        ("[::1]", Some(80)),
        ("answers.example.com:8080", None),
        ("localhost.example.com", None),
    ] {
        assert_eq!(loopback_port(authority), port, "{authority}");
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
