//! Client-side redirects, cookie gates, and bot challenges.

use answerdeck_crawler::PageError;

use super::hostile_server::{Behavior, HostileServer, html, missing, response};
use super::{fetch, page, page_error, start};

/// A site whose first page is this, and whose other pages have a text.
async fn leading(first: &'static str) -> HostileServer {
    HostileServer::without_robots(move |path| match path {
        "/" => Behavior::Respond(html(first)),
        _ => Behavior::Respond(html("<title>target</title><p>본문")),
    })
    .await
}

#[tokio::test]
async fn a_first_page_that_only_leads_on_is_followed() {
    for first in [
        "<meta http-equiv=refresh content='0;url=/main'>",
        "<title>x</title><frameset rows='*,0'><frame src=/main><frame></frameset>",
        "<body style='margin:0'><iframe src='/main' frameborder=0></iframe>",
        "<script>location.replace('/main');</script>",
    ] {
        let server = leading(first).await;
        let (_, page) = start(&server, "/").await.unwrap();
        assert_eq!((page.text.title.as_str(), page.url), ("target", server.url("/main")), "{first}");
        assert_eq!(server.paths(), ["/robots.txt", "/", "/main"], "{first}");
    }
}

#[tokio::test]
async fn a_page_with_a_text_does_not_redirect() {
    for first in [
        "<title>first</title><p>본문<a href=/main>가</a><iframe src=/main></iframe>",
        "<title>first</title><meta http-equiv=refresh content='0;url=/'><p>본문",
        "<title>first</title><meta http-equiv=refresh content='0;url=javascript:x()'><p>본문",
    ] {
        assert_eq!(page(&leading(first).await, "/").await.unwrap().text.title, "first", "{first}");
    }
}

#[tokio::test]
async fn pages_that_redirect_to_each_other_end() {
    let server = HostileServer::without_robots(|path| match path {
        "/a" => Behavior::Respond(html("<meta http-equiv=refresh content='0;url=/b'>")),
        _ => Behavior::Respond(html("<iframe src=/a></iframe>")),
    })
    .await;
    assert_eq!(page_error(&server, "/a").await, PageError::TooManyRedirects);
}

#[tokio::test]
async fn an_address_that_robots_txt_forbids_is_not_led_to() {
    let server = HostileServer::start(|path| match path {
        "/robots.txt" => Behavior::Respond(response("200 OK", "", "User-agent: *\nDisallow: /main\n")),
        _ => Behavior::Respond(html("<frameset><frame src=/main></frameset>")),
    })
    .await;
    assert_eq!(page_error(&server, "/").await, PageError::ForbiddenByRobots);
    assert_eq!(server.paths(), ["/robots.txt", "/"]);
}

#[tokio::test]
async fn frames_are_links() {
    let server = leading("<frameset><frame src=/menu><frame src=/main></frameset>").await;
    assert_eq!(page(&server, "/").await.unwrap().links, [server.url("/menu"), server.url("/main")]);
}

#[tokio::test]
async fn a_cookie_gate_opens_for_the_whole_crawl_and_for_no_other() {
    let server = HostileServer::with_heads(|path, head| match path {
        "/robots.txt" => missing(),
        _ if head.contains("cookie: pass=1") => Behavior::Respond(html("<title>inside</title><a href=/next>다음")),
        _ => Behavior::Respond(response("302 Found", "Location: /\r\nSet-Cookie: pass=1; Path=/; HttpOnly\r\n", "")),
    })
    .await;
    let (mut crawl, first) = start(&server, "/").await.unwrap();
    assert_eq!(first.text.title, "inside");
    assert_eq!(fetch(&mut crawl, &first.links[0]).await.unwrap().text.title, "inside");
    assert_eq!(page(&server, "/").await.unwrap().text.title, "inside");
    let with_cookie: Vec<bool> = server.heads().iter().map(|head| head.contains("cookie: ")).collect();
    assert_eq!(with_cookie, [false, false, true, true, false, false, true]);
}

#[tokio::test]
async fn a_challenge_is_not_a_page() {
    let challenge = "<title>Just a moment...</title><p>Verifying you are human.<script>window._cf_chl_opt={}</script>";
    for page in [
        html(challenge),
        response("403 Forbidden", "Content-Type: text/html\r\ncf-mitigated: challenge\r\n", challenge),
        response(
            "202 Accepted",
            "Content-Type: text/html\r\n",
            "<script src=https://x.token.awswaf.com/c.js></script>",
        ),
    ] {
        assert_eq!(page_error(&HostileServer::of_page(page).await, "/").await, PageError::Challenge);
    }
}
