//! Addresses that the crawler does not connect to.

use answerdeck_crawler::{Crawl, Crawler, PageError};
use answerdeck_guarded_http::{CertificateRoots, HttpError, NetworkPolicy, Resolver};

use super::hostile_server::{Behavior, HostileServer, html, redirect, response};
use super::{ANYWHERE, crawler, fetch, limits, page_error, start, url};

const PRIVATE: Option<PageError> = Some(PageError::Http(HttpError::PrivateAddress));

async fn start_error(policy: NetworkPolicy, address: &str) -> Option<PageError> {
    Crawl::start(&crawler(policy), &url(address)).await.err()
}

fn own(server: &HostileServer) -> NetworkPolicy {
    NetworkPolicy { allow_private: false, own_listener: Some(server.address) }
}

#[tokio::test]
async fn a_private_address_is_rejected_in_any_spelling() {
    let server = HostileServer::of_page(html("")).await;
    let port = server.address.port();
    let loopback =
        ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1."];
    let v6 =
        ["[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:0001]", "[64:ff9b::7f00:1]", "[::]"];
    let others = ["0.0.0.0", "0", "10.1.2.3", "169.254.169.254", "192.168.0.1", "[fd00:ec2::254]", "[fe80::1]"];
    let names = ["localhost", "LOCALHOST", "１２７.０.０.１"];
    for host in loopback.into_iter().chain(v6).chain(others).chain(names) {
        let reason = start_error(NetworkPolicy::default(), &format!("http://{host}:{port}/")).await;
        assert_eq!(reason, PRIVATE, "{host}");
    }
    assert_eq!(server.paths(), [""; 0]);
    assert_eq!(start_error(ANYWHERE, &format!("http://127.1:{port}/")).await, None);
}

#[tokio::test]
async fn a_host_name_with_a_private_address_is_rejected() {
    let server = HostileServer::of_page(html("")).await;
    let mapped = "::ffff:127.0.0.1".parse().unwrap();
    let names = Resolver::table([
        ("loop.example", server.address.ip()),
        ("mapped.example", mapped),
        ("inner.example", "10.0.0.1".parse().unwrap()),
    ]);
    let crawler = Crawler::with(NetworkPolicy::default(), &CertificateRoots::default(), names, limits());
    for (host, reason) in [
        ("loop.example", PageError::Http(HttpError::PrivateAddress)),
        ("mapped.example", PageError::Http(HttpError::PrivateAddress)),
        ("inner.example", PageError::Http(HttpError::PrivateAddress)),
        ("nobody.example", PageError::Http(HttpError::UnknownHost)),
    ] {
        let start = url(&format!("http://{host}:{}/", server.address.port()));
        assert_eq!(Crawl::start(&crawler, &start).await.unwrap_err(), reason, "{host}");
        assert_eq!(Crawl::resume(&crawler, &start).await.unwrap_err(), reason, "{host}");
    }
    assert_eq!(server.paths(), [""; 0]);
}

#[tokio::test]
async fn the_own_listener_allows_no_other_port() {
    let inner = HostileServer::of_page(html("secret")).await;
    let target = inner.url("/");
    let server = HostileServer::without_robots(move |path| match path {
        "/away" => redirect(target.as_str()),
        "/name" => redirect(&format!("http://localhost:{}/", target.port().unwrap())),
        _ => Behavior::Respond(html("<a href=/away>")),
    })
    .await;
    assert_eq!(start_error(NetworkPolicy::default(), server.url("/").as_str()).await, PRIVATE);
    for path in ["/away", "/name"] {
        assert_eq!(start_error(own(&server), server.url(path).as_str()).await, PRIVATE, "{path}");
    }
    let (mut crawl, page) = Crawl::start(&crawler(own(&server)), &server.url("/")).await.unwrap();
    let page = page.parse();
    assert_eq!(page.links, [server.url("/away")]);
    assert_eq!(fetch(&mut crawl, &page.links[0]).await, Err(PageError::CrossSiteRedirect));
    assert_eq!(inner.paths(), [""; 0]);
}

#[tokio::test]
async fn an_unspecified_own_listener_means_loopback() {
    let server = HostileServer::of_page(html("")).await;
    let own_listener = Some(format!("0.0.0.0:{}", server.address.port()).parse().unwrap());
    let policy = NetworkPolicy { allow_private: false, own_listener };
    assert_eq!(start_error(policy, server.url("/").as_str()).await, None);
}

#[tokio::test]
async fn a_robots_txt_that_redirects_to_a_private_address_is_not_read() {
    let inner = HostileServer::of_page(html("secret")).await;
    let target = inner.url("/robots.txt");
    let server = HostileServer::start(move |_| redirect(target.as_str())).await;
    assert_eq!(start_error(own(&server), server.url("/").as_str()).await, PRIVATE);
    assert_eq!(inner.paths(), [""; 0]);
}

#[tokio::test]
async fn a_redirect_to_a_url_that_is_not_crawlable_is_rejected() {
    for target in
        ["file:///etc/passwd", "ftp://a.example/", "http://user:secret@a.example/", "http://a.example:22/", "http://"]
    {
        let server = HostileServer::without_robots(move |_| redirect(target)).await;
        assert_eq!(page_error(&server, "/").await, PageError::Http(HttpError::Address), "{target}");
    }
}

#[tokio::test]
async fn the_site_is_the_one_of_the_final_url_of_the_first_page() {
    let server = HostileServer::without_robots(|path| match path {
        "/" => redirect("/ko/"),
        _ => Behavior::Respond(html("<a href=b><a href=http://other.example/>")),
    })
    .await;
    let names = Resolver::table([("nurio.example", server.address.ip()), ("www.nurio.example", server.address.ip())]);
    let crawler = Crawler::with(ANYWHERE, &CertificateRoots::default(), names, limits());
    let address = |host: &str, path: &str| url(&format!("http://{host}:{}{path}", server.address.port()));
    let (mut crawl, page) = Crawl::start(&crawler, &address("nurio.example", "/")).await.unwrap();
    let page = page.parse();
    assert_eq!(page.url, address("nurio.example", "/ko/"));
    assert_eq!(page.links, [address("nurio.example", "/ko/b")]);
    let with_www = address("www.nurio.example", "/c");
    let elsewhere = address("other.example", "/");
    assert_eq!(crawl.allowed(vec![with_www.clone(), elsewhere]).await, std::slice::from_ref(&with_www));
    assert_eq!(fetch(&mut crawl, &with_www).await.unwrap().url, with_www);
    assert_eq!(fetch(&mut crawl, &address("other.example", "/")).await, Err(PageError::CrossSiteRedirect));
}

#[tokio::test]
async fn requests_name_the_crawler_and_send_no_referrer_and_no_credentials() {
    let server = HostileServer::without_robots(|path| match path {
        "/" => Behavior::Respond(response(
            "200 OK",
            "Content-Type: text/html\r\nSet-Cookie: a=b; Path=/\r\n",
            "<a href=/b>",
        )),
        _ => Behavior::Respond(html("")),
    })
    .await;
    let (mut crawl, page) = start(&server, "/").await.unwrap();
    fetch(&mut crawl, &page.links[0]).await.unwrap();
    assert_eq!(server.paths(), ["/robots.txt", "/", "/b"]);
    for head in server.heads() {
        let head = head.to_lowercase();
        assert!(head.contains(concat!("answerdeck/", env!("CARGO_PKG_VERSION"), "; site keyword crawler")), "{head}");
        assert!(["referer", "authorization"].iter().all(|name| !head.contains(name)), "{head}");
    }
}
