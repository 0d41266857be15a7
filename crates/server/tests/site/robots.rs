//! What robots.txt says.
//!
//! Source: RFC 9309.

use answerdeck_server::site::{PageError, Visit};

use super::trap::{Answer, Trap, answer, html, redirect};
use super::{ANYWHERE, begin, crawler, page, reason};

async fn with_robots(robots: impl Into<Vec<u8>>) -> Trap {
    let robots = robots.into();
    Trap::start(move |path| match path {
        "/robots.txt" => Answer::Bytes(answer("200 OK", "Content-Type: text/plain\r\n", &robots)),
        "/to-shut" => redirect("/shut"),
        _ => Answer::Bytes(html("<a href=/shut><a href=/open>")),
    })
    .await
}

async fn answering(robots: Vec<u8>) -> Option<PageError> {
    let robots = move || Answer::Bytes(robots.clone());
    let trap = Trap::start(move |path| if path == "/robots.txt" { robots() } else { Answer::Bytes(html("")) }).await;
    page(&trap, "/").await.err()
}

#[tokio::test]
async fn a_site_that_forbids_all_is_not_read() {
    let trap = with_robots("User-agent: *\nDisallow: /\n").await;
    assert_eq!(reason(&trap, "/").await, PageError::ForbiddenByRobots);
    assert_eq!(trap.paths(), ["/robots.txt"]);
}

#[tokio::test]
async fn a_path_that_is_forbidden_is_not_read_nor_redirected_to() {
    let trap = with_robots("User-agent: *\nDisallow: /shut\nAllow: /shut/not\n").await;
    let (mut visit, page) = begin(&trap, "/").await.unwrap();
    assert_eq!(page.links.iter().map(|link| visit.covers(link)).collect::<Vec<_>>(), [false, true]);
    assert_eq!(visit.page(&page.links[0]).await, Err(PageError::ForbiddenByRobots));
    assert_eq!(visit.page(&trap.url("/to-shut")).await, Err(PageError::ForbiddenByRobots));
    assert!(visit.page(&trap.url("/shut/not")).await.is_ok());
    assert_eq!(trap.paths(), ["/robots.txt", "/", "/to-shut", "/shut/not"]);
}

#[tokio::test]
async fn the_group_of_the_crawler_goes_before_that_of_all() {
    let trap = with_robots("User-agent: *\nDisallow: /\n\nUser-agent: answerdeck\nDisallow: /shut\n").await;
    assert!(page(&trap, "/").await.is_ok());
    assert_eq!(reason(&trap, "/shut").await, PageError::ForbiddenByRobots);
}

#[tokio::test]
async fn a_robots_txt_that_is_not_there_allows_all_and_one_that_fails_forbids_all() {
    for status in ["400 Bad", "401 Who", "403 No", "404 Not Found", "410 Gone", "429 Slow", "304 Not Modified"] {
        assert_eq!(answering(answer(status, "", "User-agent: *\nDisallow: /\n")).await, None, "{status}");
    }
    for status in ["500 Oops", "502 Bad", "503 Busy", "599 Odd"] {
        assert_eq!(answering(answer(status, "", "")).await, Some(PageError::RobotsUnavailable), "{status}");
    }
    let cut = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser-agent".to_vec();
    assert_eq!(answering(cut).await, Some(PageError::RobotsUnavailable));
    assert_eq!(answering(html("<!doctype html><p>User-agent</p>")).await, None);
}

#[tokio::test]
async fn a_robots_txt_is_read_up_to_500_kib() {
    let mut robots = "User-agent: *\nDisallow: /shut\n".to_owned();
    robots.extend(std::iter::repeat_n("# nothing\n", 60_000));
    robots.push_str("Disallow: /\n");
    let trap = with_robots(robots).await;
    assert!(page(&trap, "/").await.is_ok());
    assert_eq!(reason(&trap, "/shut").await, PageError::ForbiddenByRobots);

    let mut trap = Trap::start(|path| match path {
        "/robots.txt" => {
            Answer::Endless(b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\n".to_vec(), b"Allow: /a\n".repeat(1_000))
        }
        _ => Answer::Bytes(html("")),
    })
    .await;
    assert!(page(&trap, "/").await.is_ok());
    assert!(trap.sent(2).await.iter().all(|sent| *sent < 32 * 1024 * 1024));
}

#[tokio::test]
async fn rules_that_take_long_to_ask_forbid_all() {
    let many = format!("User-agent: *\nDisallow: /{}\n", "*a".repeat(6_000));
    assert_eq!(answering(answer("200 OK", "", many)).await, Some(PageError::RobotsUnavailable));
}

#[tokio::test]
async fn robots_txt_may_redirect() {
    let trap = Trap::start(|path| match path {
        "/robots.txt" => redirect("/rules"),
        "/rules" => Answer::Bytes(answer("200 OK", "", "User-agent: *\nDisallow: /shut\n")),
        _ => Answer::Bytes(html("")),
    })
    .await;
    assert!(page(&trap, "/").await.is_ok());
    assert_eq!(reason(&trap, "/shut").await, PageError::ForbiddenByRobots);
    let trap = Trap::start(|path| if path == "/robots.txt" { redirect(path) } else { Answer::Bytes(html("")) }).await;
    assert!(page(&trap, "/").await.is_ok());
}

#[tokio::test]
async fn a_visit_goes_on_with_the_rules_and_without_a_page() {
    let trap = with_robots("User-agent: *\nDisallow: /shut\n").await;
    let visit = Visit::resume(&crawler(ANYWHERE), &trap.url("/any")).await.unwrap();
    assert!(visit.covers(&trap.url("/open")) && !visit.covers(&trap.url("/shut")));
    assert_eq!(trap.paths(), ["/robots.txt"]);
}
