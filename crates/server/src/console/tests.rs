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

struct Answer {
    status: u16,
    headers: HeaderMap,
    text: String,
}

async fn ask_with(find: Find, method: Method, path: &str, headers: &[(&'static str, &str)]) -> Answer {
    let headers = headers
        .iter()
        .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap()))
        .collect();
    let response = answer(find, "http://127.0.0.1:8080", &method, &path.parse().unwrap(), &headers);
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    Answer { status: parts.status.as_u16(), headers: parts.headers, text: String::from_utf8(bytes.to_vec()).unwrap() }
}

async fn ask(path: &str, headers: &[(&'static str, &str)]) -> Answer {
    ask_with(files, Method::GET, path, headers).await
}

#[tokio::test]
async fn every_own_path_opens_the_console() {
    for path in ["/", "/index.html", "/prompt-sets", "/runs/035195iSAB6WYt3T0v7d7n?model=GEMINI", "/oauth-callback"] {
        let answer = ask(path, &[]).await;
        assert_eq!((answer.status, answer.text.as_str()), (200, HTML), "{path}");
        assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(answer.headers["cache-control"], "no-cache");
    }
}

#[tokio::test]
async fn a_path_of_something_else_does_not() {
    for path in ["/oauth/x", "/.well-known/x", "/mcp", "/app-000000000000.wasm", "/x/y.js"] {
        assert_eq!(ask(path, &[]).await.status, 404, "{path}");
    }
    assert_eq!(ask_with(files, Method::POST, "/prompts", &[]).await.status, 405);
}

#[tokio::test]
async fn the_page_may_run_its_own_scripts_only() {
    let headers = ask("/", &[]).await.headers;
    let policy = headers["content-security-policy"].to_str().unwrap();
    let script = crate::content_security_policy::sha256_source("first()");
    assert!(policy.contains(&format!("script-src 'self' 'wasm-unsafe-eval' {script};")), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(headers["referrer-policy"], "no-referrer");
    assert_eq!(headers["x-content-type-options"], "nosniff");
}

#[tokio::test]
async fn a_page_that_is_known_is_not_sent_again() {
    let first = ask("/", &[]).await;
    let etag = first.headers["etag"].to_str().unwrap();
    let again = ask("/prompts", &[("if-none-match", etag)]).await;
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    assert_eq!(ask("/", &[("if-none-match", "\"other\"")]).await.status, 200);
}

#[tokio::test]
async fn a_file_with_a_hash_in_its_name_is_kept_for_good_and_travels_compressed() {
    let plain = ask("/app-179969938082a88b.wasm", &[]).await;
    assert_eq!(plain.text, "program");
    assert_eq!(plain.headers["content-type"], "application/wasm");
    assert_eq!(plain.headers["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(plain.headers["vary"], "accept-encoding");
    let small = ask("/app-179969938082a88b.wasm", &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(small.text, "program, compressed");
    assert_eq!(small.headers["content-encoding"], "br");
    let icon = ask("/icon.svg", &[("accept-encoding", "br")]).await;
    assert_eq!((icon.text.as_str(), icon.headers.get("content-encoding")), ("<svg/>", None));
    assert_eq!(icon.headers["cache-control"], "public, max-age=3600");
}

#[tokio::test]
async fn who_comes_by_another_name_of_this_machine_is_sent_to_the_public_address() {
    let answer = ask("/runs?model=GEMINI", &[("host", "localhost:8080")]).await;
    assert_eq!(
        (answer.status, answer.headers["location"].to_str().unwrap()),
        (307, "http://127.0.0.1:8080/runs?model=GEMINI")
    );
    for host in ["127.0.0.1:8080", "localhost:9090", "answers.example.com"] {
        assert_eq!(ask("/runs", &[("host", host)]).await.status, 200, "{host}");
    }
}

#[tokio::test]
async fn a_console_that_is_not_built_says_how_to_build_it() {
    let answer = ask_with(|_| None, Method::GET, "/", &[]).await;
    assert_eq!(answer.status, 404);
    assert!(answer.text.contains("cargo xtask serve"));
}

#[test]
fn names_of_this_machine_are_told_from_others() {
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
