//! Limits of size, time, redirects and links.

use answerdeck_crawler::{Crawl, CrawlLimits, PageError};
use answerdeck_guarded_http::HttpError;
use tokio::io::AsyncWriteExt;

use super::encodings::gzip;
use super::hostile_server::{Behavior, HostileServer, html, redirect, response};
use super::{ANYWHERE, crawler, fetch, page, page_error, start};

const TEN_GB: u64 = 10_000_000_000;
/// Bytes that the sockets may have buffered in addition to those that were read.
const SOCKET_BUFFER_BYTES: usize = 32 * 1024 * 1024;

async fn endless_server(head: String, more: Vec<u8>) -> HostileServer {
    HostileServer::without_robots(move |_| Behavior::Endless(head.clone().into_bytes(), more.clone())).await
}

#[tokio::test]
async fn a_page_of_ten_gigabytes_is_read_up_to_the_limit() {
    let chunk = [&b"10000\r\n"[..], &[b'a'; 0x10000], b"\r\n"].concat();
    for (head, more) in [
        (
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {TEN_GB}\r\n\r\n"),
            vec![b'a'; 0x10000],
        ),
        ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n".to_owned(), chunk),
        ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n".to_owned(), vec![b'a'; 0x10000]),
        ("HTTP/1.1 200 OK\r\nX: ".to_owned(), vec![b'a'; 0x10000]),
    ] {
        let mut server = endless_server(head.clone(), more).await;
        let expected =
            if head.ends_with("X: ") { PageError::Http(HttpError::Unreachable) } else { PageError::TooLarge };
        assert_eq!(page_error(&server, "/").await, expected, "{head}");
        let sent = server.sent(2).await;
        assert!(
            sent.iter().all(|bytes| *bytes < CrawlLimits::default().body_bytes_max + SOCKET_BUFFER_BYTES),
            "{head}: {sent:?}"
        );
    }
}

#[tokio::test]
async fn a_decompression_bomb_is_not_decompressed() {
    let headers = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let megabyte = gzip(&vec![0; 1 << 20]);
    let bytes_max = CrawlLimits::default().body_bytes_max;
    let bomb = response("200 OK", headers, megabyte.repeat(1 << 10));
    assert!(bomb.len() < bytes_max);
    assert_eq!(page_error(&HostileServer::of_page(bomb).await, "/").await, PageError::TooLarge);
    let spaces = async |count: usize| {
        let packed = gzip(&vec![b' '; count]);
        HostileServer::of_page(response("200 OK", headers, packed)).await
    };
    assert_eq!(page(&spaces(bytes_max).await, "/").await.unwrap().text.blocks, []);
    assert_eq!(page_error(&spaces(bytes_max + 1).await, "/").await, PageError::TooLarge);
}

/// The behavior, with a clock that skips to the next timeout as soon as nothing else can happen. So a timeout depends on the
/// server alone, however slow this machine is.
fn with_skipping_clock(behavior: Behavior) -> Behavior {
    tokio::time::pause();
    behavior
}

#[tokio::test]
async fn a_server_that_stalls_times_out() {
    let crawler = crawler(ANYWHERE);
    for start in
        ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>"]
    {
        let server = HostileServer::without_robots(move |_| with_skipping_clock(Behavior::Stall(start.into()))).await;
        assert_eq!(Crawl::start(&crawler, &server.url("/")).await.unwrap_err(), PageError::TimedOut, "{start}");
        tokio::time::resume();
    }
    let server = HostileServer::start(|_| with_skipping_clock(Behavior::Stall(Vec::new()))).await;
    assert_eq!(Crawl::start(&crawler, &server.url("/")).await.unwrap_err(), PageError::RobotsUnavailable);
}

#[tokio::test]
async fn a_server_that_sends_slowly_times_out() {
    let crawler = crawler(ANYWHERE);
    for start in ["HTTP/1.1 200 OK\r\nX-Slow: ", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"] {
        let mut server =
            HostileServer::without_robots(move |_| with_skipping_clock(Behavior::Drip(start.into()))).await;
        assert_eq!(Crawl::start(&crawler, &server.url("/")).await.unwrap_err(), PageError::TimedOut, "{start}");
        let sent = server.sent(2).await[1] - start.len();
        assert!(sent < 10_000, "the connection is closed: {sent}");
        tokio::time::resume();
    }
}

#[tokio::test]
async fn no_page_is_read_after_the_time_of_a_crawl() {
    let server = HostileServer::of_page(html("<title>here")).await;
    let (mut crawl, _) = start(&server, "/").await.unwrap();
    tokio::time::pause();
    tokio::time::advance(CrawlLimits::default().crawl_timeout).await;
    assert_eq!(crawl.fetch(&server.url("/1")).await.unwrap_err(), PageError::TimedOut);
    assert_eq!(server.paths(), ["/robots.txt", "/"]);
}

#[tokio::test]
async fn redirects_are_limited() {
    let server = HostileServer::without_robots(|path| match path {
        "/0" => Behavior::Respond(html("<title>here")),
        "/loop" => redirect("/loop"),
        _ => redirect(&(path[1..].parse::<u32>().unwrap() - 1).to_string()),
    })
    .await;
    assert_eq!(page(&server, "/5").await.unwrap().text.title, "here");
    assert_eq!(page_error(&server, "/6").await, PageError::TooManyRedirects);
    assert_eq!(page_error(&server, "/loop").await, PageError::TooManyRedirects);
    assert_eq!(server.paths().len(), 3 + 6 + 6 + 6);
}

#[tokio::test]
async fn an_incomplete_response_is_unreadable() {
    let with = |headers: &str, body: &[u8]| {
        [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", headers.as_bytes(), b"\r\n", body].concat()
    };
    for (bytes, expected) in [
        (with("Content-Length: 100\r\n", b"<p>a"), PageError::Http(HttpError::Unreadable)),
        (with("Transfer-Encoding: chunked\r\n", b"4\r\n<p>a\r\n"), PageError::Http(HttpError::Unreadable)),
        (with("Transfer-Encoding: chunked\r\n", b"x\r\n<p>a\r\n"), PageError::Http(HttpError::Unreadable)),
        (with("Content-Encoding: gzip\r\n", b"<p>no gzip</p>"), PageError::Http(HttpError::Unreadable)),
        (b"HTTP/1.1 200".to_vec(), PageError::Http(HttpError::Unreachable)),
        (b"SSH-2.0-OpenSSH\r\n".to_vec(), PageError::Http(HttpError::Unreachable)),
        (Vec::new(), PageError::Http(HttpError::Unreachable)),
    ] {
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(page_error(&HostileServer::of_page(bytes).await, "/").await, expected, "{shown}");
    }
}

#[tokio::test]
async fn a_response_that_is_not_a_page_is_rejected_with_its_reason() {
    let of = |status: &'static str, kind: &'static str| async move {
        let kind = if kind.is_empty() { String::new() } else { format!("Content-Type: {kind}\r\n") };
        let server = HostileServer::of_page(response(status, &kind, "<p>a")).await;
        page(&server, "/").await.map(|page| page.text.blocks[0].text.clone())
    };
    assert_eq!(of("200 OK", "application/pdf").await, Err(PageError::NotHtml("application/pdf".to_owned())));
    assert_eq!(of("200 OK", "IMAGE/PNG; a=b").await.unwrap_err().to_string(), "the page is not HTML but image/png");
    assert_eq!(of("404 Not Found", "text/html").await, Err(PageError::Status(404)));
    assert_eq!(of("503 Busy", "text/html").await.unwrap_err().to_string(), "the site responded with status 503");
    assert_eq!(of("304 Not Modified", "text/html").await, Err(PageError::Status(304)));
    assert_eq!(of("302 Found", "text/html").await, Err(PageError::Status(302)));
    assert_eq!(of("200 OK", "").await, Ok("a".to_owned()));
    assert_eq!(of("203 Elsewhere", "Application/XHTML+XML").await, Ok("a".to_owned()));
    assert_eq!(of("200 OK", "text/plain").await, Ok("<p>a".to_owned()));
}

#[tokio::test]
async fn a_closed_port_and_untrusted_tls_have_different_errors() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let free = listener.local_addr().unwrap();
    drop(listener);
    let crawler = crawler(ANYWHERE);
    let closed = Crawl::start(&crawler, &super::url(&format!("http://{free}/"))).await.unwrap_err();
    assert_eq!(closed, PageError::Http(HttpError::Unreachable));
    let plain = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = super::url(&format!("https://{}/", plain.local_addr().unwrap()));
    let refuse_tls = async {
        let (mut stream, _) = plain.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        stream
    };
    let (_stream, crawl) = tokio::join!(refuse_tls, Crawl::start(&crawler, &address));
    assert_eq!(crawl.unwrap_err(), PageError::Http(HttpError::Untrusted));
}

#[tokio::test]
async fn the_links_of_an_endless_calendar_are_limited() {
    let server = HostileServer::without_robots(|path| {
        let day: u32 = path[1..].parse().unwrap();
        let links: String =
            (day..day + 5_000).map(|day| format!("<a href=/{day}>{day}</a><a href=#top>up</a> ")).collect();
        Behavior::Respond(html(links))
    })
    .await;
    let (mut crawl, first) = start(&server, "/1").await.unwrap();
    assert_eq!(first.links.len(), 500);
    let next = fetch(&mut crawl, &first.links[499]).await.unwrap();
    assert_eq!((next.links.len(), next.links[0].path()), (500, "/502"));
}
