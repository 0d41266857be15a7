//! What is too much.

use std::io::Write;
use std::time::Duration;

use answerdeck_server::site::{Bounds, Crawler, PageError, Resolver, Visit};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::AsyncWriteExt;

use super::trap::{Answer, Trap, answer, html, missing, redirect};
use super::{ANYWHERE, begin, bounds, page, reason};

const TEN_GB: u64 = 10_000_000_000;
/// What the sockets between may have taken, beside what was read.
const ON_THE_WAY: usize = 32 * 1024 * 1024;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packing = GzEncoder::new(Vec::new(), Compression::best());
    packing.write_all(bytes).unwrap();
    packing.finish().unwrap()
}

async fn endless(head: String, more: Vec<u8>) -> Trap {
    Trap::start(move |path| match path {
        "/robots.txt" => missing(),
        _ => Answer::Endless(head.clone().into_bytes(), more.clone()),
    })
    .await
}

#[tokio::test]
async fn a_page_of_ten_gigabytes_is_read_up_to_the_bound() {
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
        let mut trap = endless(head.clone(), more).await;
        let expected = if head.ends_with("X: ") { PageError::Unreachable } else { PageError::TooLarge };
        assert_eq!(reason(&trap, "/").await, expected, "{head}");
        let sent = trap.sent(2).await;
        assert!(sent.iter().all(|bytes| *bytes < Bounds::default().body + ON_THE_WAY), "{head}: {sent:?}");
    }
}

#[tokio::test]
async fn a_gigabyte_of_zeros_in_a_small_file_is_not_unpacked() {
    let headers = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let megabyte = gzip(&vec![0; 1 << 20]);
    let bomb = answer("200 OK", headers, megabyte.repeat(1 << 10));
    assert!(bomb.len() < Bounds::default().body);
    assert_eq!(reason(&Trap::of_page(bomb).await, "/").await, PageError::TooLarge);
    let trap = Trap::of_page(answer("200 OK", headers, gzip(&vec![b' '; Bounds::default().body]))).await;
    assert_eq!(page(&trap, "/").await.unwrap().text.blocks, []);
    let trap = Trap::of_page(answer("200 OK", headers, gzip(&vec![b' '; Bounds::default().body + 1]))).await;
    assert_eq!(reason(&trap, "/").await, PageError::TooLarge);
}

#[tokio::test]
async fn a_server_that_never_ends_is_left() {
    let short = Bounds { page: Duration::from_millis(100), ..bounds() };
    let crawler = Crawler::with(ANYWHERE, Resolver::system(), short);
    for start in
        ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>"]
    {
        let trap = Trap::start(move |path| match path {
            "/robots.txt" => missing(),
            _ => Answer::Silence(start.into()),
        })
        .await;
        assert_eq!(Visit::begin(&crawler, &trap.url("/")).await.unwrap_err(), PageError::TimedOut, "{start}");
    }
    let trap = Trap::start(|_| Answer::Silence(Vec::new())).await;
    assert_eq!(Visit::begin(&crawler, &trap.url("/")).await.unwrap_err(), PageError::RobotsUnavailable);
}

#[tokio::test]
async fn a_server_that_drips_is_left_however_steadily_it_does() {
    let short = Bounds { page: Duration::from_millis(100), ..bounds() };
    let crawler = Crawler::with(ANYWHERE, Resolver::system(), short);
    for start in ["HTTP/1.1 200 OK\r\nX-Slow: ", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"] {
        let mut trap = Trap::start(move |path| match path {
            "/robots.txt" => missing(),
            _ => Answer::Drip(start.into()),
        })
        .await;
        assert_eq!(Visit::begin(&crawler, &trap.url("/")).await.unwrap_err(), PageError::TimedOut, "{start}");
        let dripped = trap.sent(2).await[1] - start.len();
        assert!(dripped < 10_000, "the connection is closed: {dripped}");
    }
}

#[tokio::test]
async fn so_many_redirects_are_followed_and_no_more() {
    let trap = Trap::start(|path| match path {
        "/robots.txt" => missing(),
        "/0" => Answer::Bytes(html("<title>here")),
        "/loop" => redirect("/loop"),
        _ => redirect(&(path[1..].parse::<u32>().unwrap() - 1).to_string()),
    })
    .await;
    assert_eq!(page(&trap, "/5").await.unwrap().text.title, "here");
    assert_eq!(reason(&trap, "/6").await, PageError::TooManyRedirects);
    assert_eq!(reason(&trap, "/loop").await, PageError::TooManyRedirects);
    assert_eq!(trap.paths().len(), 3 + 6 + 6 + 6);
}

#[tokio::test]
async fn an_answer_that_ends_in_the_middle_is_no_page() {
    let packed = gzip(b"<p>a text that is long enough to be cut</p>");
    let with = |headers: &str, body: &[u8]| {
        [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", headers.as_bytes(), b"\r\n", body].concat()
    };
    for (bytes, expected) in [
        (with("Content-Length: 100\r\n", b"<p>a"), PageError::Unreadable),
        (with("Transfer-Encoding: chunked\r\n", b"4\r\n<p>a\r\n"), PageError::Unreadable),
        (with("Transfer-Encoding: chunked\r\n", b"x\r\n<p>a\r\n"), PageError::Unreadable),
        (with("Content-Encoding: gzip\r\n", &packed[..packed.len() / 2]), PageError::Unreadable),
        (with("Content-Encoding: gzip\r\n", b"<p>no gzip</p>"), PageError::Unreadable),
        (with("Content-Encoding: br\r\n", b"?"), PageError::Unreadable),
        (b"HTTP/1.1 200".to_vec(), PageError::Unreachable),
        (b"SSH-2.0-OpenSSH\r\n".to_vec(), PageError::Unreachable),
        (Vec::new(), PageError::Unreachable),
    ] {
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(reason(&Trap::of_page(bytes).await, "/").await, expected, "{shown}");
    }
}

#[tokio::test]
async fn what_is_no_page_says_what_it_is() {
    let of = |status: &'static str, kind: &'static str| async move {
        let kind = if kind.is_empty() { String::new() } else { format!("Content-Type: {kind}\r\n") };
        let trap = Trap::of_page(answer(status, &kind, "<p>a")).await;
        page(&trap, "/").await.map(|page| page.text.blocks[0].text.clone())
    };
    assert_eq!(of("200 OK", "application/pdf").await, Err(PageError::NotHtml("application/pdf".to_owned())));
    assert_eq!(of("200 OK", "IMAGE/PNG; a=b").await.unwrap_err().to_string(), "the page is not HTML but image/png");
    assert_eq!(of("404 Not Found", "text/html").await, Err(PageError::Status(404)));
    assert_eq!(of("503 Busy", "text/html").await.unwrap_err().to_string(), "the site answered with status 503");
    assert_eq!(of("304 Not Modified", "text/html").await, Err(PageError::Status(304)));
    assert_eq!(of("302 Found", "text/html").await, Err(PageError::Status(302)));
    assert_eq!(of("200 OK", "").await, Ok("a".to_owned()));
    assert_eq!(of("203 Elsewhere", "Application/XHTML+XML").await, Ok("a".to_owned()));
    assert_eq!(of("200 OK", "text/plain").await, Ok("<p>a".to_owned()));
}

#[tokio::test]
async fn nobody_listening_and_tls_without_trust_are_told_apart() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let free = listener.local_addr().unwrap();
    drop(listener);
    let crawler = super::crawler(ANYWHERE);
    let closed = Visit::begin(&crawler, &super::url(&format!("http://{free}/"))).await.unwrap_err();
    assert_eq!(closed, PageError::Unreachable);
    let plain = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = super::url(&format!("https://{}/", plain.local_addr().unwrap()));
    let answer = async {
        let (mut stream, _) = plain.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        stream
    };
    let (_stream, visit) = tokio::join!(answer, Visit::begin(&crawler, &address));
    assert_eq!(visit.unwrap_err(), PageError::Untrusted);
}

#[tokio::test]
async fn a_calendar_without_an_end_gives_so_many_links_a_page() {
    let trap = Trap::start(|path| match path {
        "/robots.txt" => missing(),
        _ => {
            let day: u32 = path[1..].parse().unwrap();
            let links: String =
                (day..day + 5_000).map(|day| format!("<a href=/{day}>{day}</a><a href=#top>up</a> ")).collect();
            Answer::Bytes(html(links))
        }
    })
    .await;
    let (mut visit, first) = begin(&trap, "/1").await.unwrap();
    assert_eq!(first.links.len(), 500);
    let next = visit.page(&first.links[499]).await.unwrap();
    assert_eq!((next.links.len(), next.links[0].path()), (500, "/502"));
}
