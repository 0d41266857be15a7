//! Where the crawler does not go.

use answerdeck_server::site::{Crawler, NetworkPolicy, PageError, Resolver, Visit};

use super::trap::{Trap, html, missing, redirect};
use super::{ANYWHERE, begin, bounds, crawler, reason, url};

async fn begin_within(reach: NetworkPolicy, address: &str) -> Option<PageError> {
    Visit::begin(&crawler(reach), &url(address)).await.err()
}

fn own(trap: &Trap) -> NetworkPolicy {
    NetworkPolicy { private: false, own: Some(trap.address) }
}

#[tokio::test]
async fn a_private_address_is_not_connected_to_in_any_spelling() {
    let trap = Trap::of_page(html("")).await;
    let port = trap.address.port();
    let loopback =
        ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1."];
    let v6 =
        ["[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:0001]", "[64:ff9b::7f00:1]", "[::]"];
    let others = ["0.0.0.0", "0", "10.1.2.3", "169.254.169.254", "192.168.0.1", "[fd00:ec2::254]", "[fe80::1]"];
    let names = ["localhost", "LOCALHOST", "１２７.０.０.１"];
    for host in loopback.into_iter().chain(v6).chain(others).chain(names) {
        let reason = begin_within(NetworkPolicy::default(), &format!("http://{host}:{port}/")).await;
        assert_eq!(reason, Some(PageError::PrivateAddress), "{host}");
    }
    assert_eq!(trap.paths(), [""; 0]);
    assert_eq!(begin_within(ANYWHERE, &format!("http://127.1:{port}/")).await, None);
}

#[tokio::test]
async fn a_name_is_as_private_as_its_address() {
    let trap = Trap::of_page(html("")).await;
    let mapped = "::ffff:127.0.0.1".parse().unwrap();
    let names = Resolver::table([
        ("loop.example", trap.address.ip()),
        ("mapped.example", mapped),
        ("inner.example", "10.0.0.1".parse().unwrap()),
    ]);
    let crawler = Crawler::with(NetworkPolicy::default(), names, bounds());
    for (host, reason) in [
        ("loop.example", PageError::PrivateAddress),
        ("mapped.example", PageError::PrivateAddress),
        ("inner.example", PageError::PrivateAddress),
        ("nobody.example", PageError::UnknownHost),
    ] {
        let start = url(&format!("http://{host}:{}/", trap.address.port()));
        assert_eq!(Visit::begin(&crawler, &start).await.unwrap_err(), reason, "{host}");
        assert_eq!(Visit::resume(&crawler, &start).await.unwrap_err(), reason, "{host}");
    }
    assert_eq!(trap.paths(), [""; 0]);
}

#[tokio::test]
async fn the_own_listener_opens_no_other_port() {
    let inner = Trap::of_page(html("secret")).await;
    let target = inner.url("/");
    let trap = Trap::start(move |path| match path {
        "/away" => redirect(target.as_str()),
        "/name" => redirect(&format!("http://localhost:{}/", target.port().unwrap())),
        "/robots.txt" => missing(),
        _ => super::trap::Answer::Bytes(html("<a href=/away>")),
    })
    .await;
    assert_eq!(begin_within(NetworkPolicy::default(), trap.url("/").as_str()).await, Some(PageError::PrivateAddress));
    for path in ["/away", "/name"] {
        assert_eq!(begin_within(own(&trap), trap.url(path).as_str()).await, Some(PageError::PrivateAddress), "{path}");
    }
    let (mut visit, page) = Visit::begin(&crawler(own(&trap)), &trap.url("/")).await.unwrap();
    assert_eq!(page.links, [trap.url("/away")]);
    assert_eq!(visit.page(&page.links[0]).await, Err(PageError::LeavesTheSite));
    assert_eq!(inner.paths(), [""; 0]);
}

#[tokio::test]
async fn an_unspecified_listener_is_reached_by_loopback() {
    let trap = Trap::of_page(html("")).await;
    let own = Some(format!("0.0.0.0:{}", trap.address.port()).parse().unwrap());
    assert_eq!(begin_within(NetworkPolicy { private: false, own }, trap.url("/").as_str()).await, None);
}

#[tokio::test]
async fn a_robots_txt_that_redirects_to_a_private_address_is_not_read() {
    let inner = Trap::of_page(html("secret")).await;
    let target = inner.url("/robots.txt");
    let trap = Trap::start(move |_| redirect(target.as_str())).await;
    assert_eq!(begin_within(own(&trap), trap.url("/").as_str()).await, Some(PageError::PrivateAddress));
    assert_eq!(inner.paths(), [""; 0]);
}

#[tokio::test]
async fn a_redirect_leads_to_web_addresses_only() {
    for target in
        ["file:///etc/passwd", "ftp://a.example/", "http://user:secret@a.example/", "http://a.example:22/", "http://"]
    {
        let trap = Trap::start(move |path| if path == "/robots.txt" { missing() } else { redirect(target) }).await;
        assert_eq!(reason(&trap, "/").await, PageError::Address, "{target}");
    }
}

#[tokio::test]
async fn the_site_is_where_its_first_page_is_in_the_end() {
    let trap = Trap::start(|path| match path {
        "/" => redirect("/ko/"),
        "/robots.txt" => missing(),
        _ => super::trap::Answer::Bytes(html("<a href=b><a href=http://other.example/>")),
    })
    .await;
    let names = Resolver::table([("nurio.example", trap.address.ip()), ("www.nurio.example", trap.address.ip())]);
    let crawler = Crawler::with(ANYWHERE, names, bounds());
    let address = |host: &str, path: &str| url(&format!("http://{host}:{}{path}", trap.address.port()));
    let (mut visit, page) = Visit::begin(&crawler, &address("nurio.example", "/")).await.unwrap();
    assert_eq!(page.url, address("nurio.example", "/ko/"));
    assert_eq!(page.links, [address("nurio.example", "/ko/b")]);
    let with_www = address("www.nurio.example", "/c");
    assert!(visit.covers(&with_www) && !visit.covers(&address("other.example", "/")));
    assert_eq!(visit.page(&with_www).await.unwrap().url, with_www);
    assert_eq!(visit.page(&address("other.example", "/")).await, Err(PageError::LeavesTheSite));
}

#[tokio::test]
async fn requests_say_who_asks_and_nothing_of_others() {
    let trap = Trap::start(|path| match path {
        "/robots.txt" => missing(),
        "/" => super::trap::Answer::Bytes(super::trap::answer(
            "200 OK",
            "Content-Type: text/html\r\nSet-Cookie: a=b; Path=/\r\n",
            "<a href=/b>",
        )),
        _ => super::trap::Answer::Bytes(html("")),
    })
    .await;
    let (mut visit, page) = begin(&trap, "/").await.unwrap();
    visit.page(&page.links[0]).await.unwrap();
    assert_eq!(trap.paths(), ["/robots.txt", "/", "/b"]);
    for head in trap.heads() {
        let head = head.to_lowercase();
        assert!(head.contains("answerdeck/0.1.0; site keyword crawler"), "{head}");
        assert!(["cookie", "referer", "authorization"].iter().all(|name| !head.contains(name)), "{head}");
    }
}
