//! The rules of robots.txt.
//!
//! Source: RFC 9309.

use std::sync::atomic::{AtomicU32, Ordering};

use answerdeck_crawler::{Crawl, CrawlLimits, Crawler, PageError};
use answerdeck_guarded_http::{CertificateRoots, Resolver};
use futures_util::FutureExt;
use url::Url;

use super::encodings::{brotli, gzip};
use super::hostile_server::{Behavior, HostileServer, html, redirect, response};
use super::{ANYWHERE, crawler, fetch, limits, page, page_error, start};

/// A site that sends these bytes for robots.txt.
async fn with_response(robots: Vec<u8>) -> HostileServer {
    HostileServer::start(move |path| match path {
        "/robots.txt" => Behavior::Respond(robots.clone()),
        "/to-shut" => redirect("/shut"),
        _ => Behavior::Respond(html("<a href=/shut><a href=/open>")),
    })
    .await
}

async fn with_robots(robots: impl AsRef<[u8]>) -> HostileServer {
    with_response(response("200 OK", "Content-Type: text/plain\r\n", robots)).await
}

async fn error_with_robots(robots: Vec<u8>) -> Option<PageError> {
    page(&with_response(robots).await, "/").await.err()
}

/// The crawl of a site that may take this many steps to match its rules.
async fn crawl_with_steps(server: &HostileServer, robots_steps_max: u64) -> Crawl {
    let few = CrawlLimits { robots_steps_max, ..limits() };
    let crawler = Crawler::with(ANYWHERE, &CertificateRoots::default(), Resolver::system(), few);
    Crawl::resume(&crawler, &server.url("/")).await.unwrap()
}

#[tokio::test]
async fn a_site_that_forbids_everything_is_not_read() {
    let server = with_robots("User-agent: *\nDisallow: /\n").await;
    assert_eq!(page_error(&server, "/").await, PageError::ForbiddenByRobots);
    assert_eq!(server.paths(), ["/robots.txt"]);
}

#[tokio::test]
async fn a_forbidden_path_is_neither_read_nor_redirected_to() {
    let server = with_robots("User-agent: *\nDisallow: /shut\nAllow: /shut/not\n").await;
    let (mut crawl, page) = start(&server, "/").await.unwrap();
    assert_eq!(crawl.allowed(page.links.clone()).await, page.links[1..]);
    assert_eq!(fetch(&mut crawl, &page.links[0]).await, Err(PageError::ForbiddenByRobots));
    assert_eq!(fetch(&mut crawl, &server.url("/to-shut")).await, Err(PageError::ForbiddenByRobots));
    assert!(fetch(&mut crawl, &server.url("/shut/not")).await.is_ok());
    assert_eq!(server.paths(), ["/robots.txt", "/", "/to-shut", "/shut/not"]);
}

#[tokio::test]
async fn the_group_of_the_crawler_has_precedence() {
    let server = with_robots("User-agent: *\nDisallow: /\n\nUser-agent: answerdeck\nDisallow: /shut\n").await;
    assert!(page(&server, "/").await.is_ok());
    assert_eq!(page_error(&server, "/shut").await, PageError::ForbiddenByRobots);
}

#[tokio::test]
async fn a_missing_robots_txt_allows_everything_and_a_failing_one_forbids_everything() {
    for status in ["400 Bad", "401 Who", "403 No", "404 Not Found", "410 Gone", "304 Not Modified"] {
        assert_eq!(error_with_robots(response(status, "", "User-agent: *\nDisallow: /\n")).await, None, "{status}");
    }
    for status in ["500 Oops", "502 Bad", "503 Busy", "599 Odd"] {
        assert_eq!(error_with_robots(response(status, "", "")).await, Some(PageError::RobotsUnavailable), "{status}");
    }
    let cut = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser-agent".to_vec();
    assert_eq!(error_with_robots(cut).await, Some(PageError::RobotsUnavailable));
    assert_eq!(error_with_robots(html("<!doctype html><p>User-agent</p>")).await, None);
}

/// Closes `/shut` by a robots.txt with these headers and this body.
async fn is_shut(headers: &'static str, body: Vec<u8>) -> bool {
    let server = with_response(response("200 OK", headers, body)).await;
    page(&server, "/open").await.unwrap();
    page(&server, "/shut").await == Err(PageError::ForbiddenByRobots)
}

#[tokio::test]
async fn no_encoding_of_robots_txt_closes_a_site() {
    let text = "User-agent: *\nDisallow: /shut\n";
    let utf16: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let packed = gzip(text.as_bytes());
    for (headers, body, shut) in [
        ("Content-Encoding: utf-8\r\n", text.into(), true),
        ("Content-Encoding: none\r\n", text.into(), true),
        ("Content-Encoding: \r\n", text.into(), true),
        ("Content-Encoding: gzip\r\n", packed.clone(), true),
        ("Content-Encoding: gzip\r\n", packed[..packed.len() - 8].to_vec(), true),
        ("Content-Encoding: gzip\r\n", text.into(), true),
        ("Content-Encoding: gzip\r\n", packed[..packed.len() / 2].to_vec(), false),
        ("Content-Encoding: br\r\n", brotli(text.as_bytes()), true),
        ("Content-Encoding: zstd\r\n", vec![0x28, 0xb5, 0x2f, 0xfd], false),
        ("Content-Type: text/plain; charset=ms949\r\n", text.into(), true),
        ("", format!("\u{feff}{text}").into(), true),
        ("", utf16, true),
    ] {
        assert_eq!(is_shut(headers, body.clone()).await, shut, "{headers}{body:?}");
    }
}

#[tokio::test]
async fn a_host_with_too_many_requests_is_asked_for_robots_txt_again() {
    for (busy, expected) in [(1, None), (2, None), (3, Some(PageError::RobotsUnavailable))] {
        let asked = AtomicU32::new(0);
        let server = HostileServer::start(move |path| match path {
            "/robots.txt" if asked.fetch_add(1, Ordering::Relaxed) < busy => {
                Behavior::Respond(response("429 Too Many Requests", "Retry-After: 0\r\n", ""))
            }
            "/robots.txt" => Behavior::Respond(response("200 OK", "", "User-agent: *\nDisallow: /shut\n")),
            _ => Behavior::Respond(html("<p>a")),
        })
        .await;
        assert_eq!(page(&server, "/").await.err(), expected, "{busy}");
        if expected.is_none() {
            assert_eq!(page_error(&server, "/shut").await, PageError::ForbiddenByRobots);
        }
    }
}

#[tokio::test]
async fn a_robots_txt_is_read_up_to_500_kib() {
    let mut robots = "User-agent: *\nDisallow: /shut\n".to_owned();
    robots.extend(std::iter::repeat_n("# nothing\n", 60_000));
    robots.push_str("Disallow: /\n");
    let server = with_robots(robots).await;
    assert!(page(&server, "/").await.is_ok());
    assert_eq!(page_error(&server, "/shut").await, PageError::ForbiddenByRobots);

    let mut server = HostileServer::start(|path| match path {
        "/robots.txt" => {
            Behavior::Endless(b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\n".to_vec(), b"Allow: /a\n".repeat(1_000))
        }
        _ => Behavior::Respond(html("")),
    })
    .await;
    assert!(page(&server, "/").await.is_ok());
    assert!(server.sent(2).await.iter().all(|sent| *sent < 32 * 1024 * 1024));
}

/// `count` links to pages whose paths have some 2,000 bytes.
fn long_links(server: &HostileServer, count: usize) -> Vec<Url> {
    (0..count).map(|number| server.url(&format!("/{number}{}", "ab".repeat(990)))).collect()
}

#[tokio::test]
async fn rules_that_take_too_long_to_match_forbid_the_rest() {
    let rules: String = (0..4_700).map(|number| format!("Disallow: /*aab{number}\n")).collect();
    let server = with_robots(format!("User-agent: *\nAllow: /open\n{rules}")).await;
    let crawl = crawl_with_steps(&server, 40_000_000).await;
    let links = long_links(&server, 498);
    assert_eq!(crawl.allowed(links.clone()).await, links[..4], "each link takes some 9,400,000 steps");
}

#[tokio::test]
async fn a_robots_txt_of_one_long_pattern_is_as_limited_as_one_of_many() {
    let server = with_robots(format!("User-agent: *\nAllow: /open\nDisallow: /*{}\n", "ab".repeat(200_000))).await;
    let crawl = crawl_with_steps(&server, 1_000_000).await;
    let links: Vec<Url> = (0..10).map(|number| server.url(&format!("/{number}"))).collect();
    assert_eq!(crawl.allowed(links.clone()).await, links[..2]);
}

#[tokio::test]
async fn matching_does_not_block_other_tasks() {
    let rules: String = (0..4_700).map(|number| format!("Disallow: /*aab{number}\n")).collect();
    let server = with_robots(format!("User-agent: *\nAllow: /open\n{rules}")).await;
    let crawl = Crawl::resume(&crawler(ANYWHERE), &server.url("/")).await.unwrap();
    assert_eq!(crawl.allowed(long_links(&server, 10)).now_or_never(), None, "another thread matches");
}

#[tokio::test]
async fn robots_txt_may_redirect() {
    let server = HostileServer::start(|path| match path {
        "/robots.txt" => redirect("/rules"),
        "/rules" => Behavior::Respond(response("200 OK", "", "User-agent: *\nDisallow: /shut\n")),
        _ => Behavior::Respond(html("")),
    })
    .await;
    assert!(page(&server, "/").await.is_ok());
    assert_eq!(page_error(&server, "/shut").await, PageError::ForbiddenByRobots);
    let server =
        HostileServer::start(|path| if path == "/robots.txt" { redirect(path) } else { Behavior::Respond(html("")) })
            .await;
    assert!(page(&server, "/").await.is_ok());
}

#[tokio::test]
async fn a_resumed_crawl_reads_robots_txt_and_no_page() {
    let server = with_robots("User-agent: *\nDisallow: /shut\n").await;
    let crawl = Crawl::resume(&crawler(ANYWHERE), &server.url("/any")).await.unwrap();
    let (open, shut) = (server.url("/open"), server.url("/shut"));
    assert_eq!(crawl.allowed(vec![open.clone(), shut]).await, [open]);
    assert_eq!(server.paths(), ["/robots.txt"]);
}
