//! The crawler against hostile servers: every crawl ends with a reason and within its limits.
#![allow(clippy::unwrap_used, clippy::expect_used, unreachable_pub)]

mod addresses;
mod certificates;
mod client_redirects;
mod documents;
mod encodings;
mod hostile_server;
mod limits;
mod pages;
mod robots;

use std::time::Duration;

use answerdeck_crawler::{Crawl, CrawlLimits, Crawler, Page, PageError};
use answerdeck_guarded_http::{CertificateRoots, NetworkPolicy, Resolver};
use url::Url;

use hostile_server::HostileServer;

/// Allows every address.
const ANYWHERE: NetworkPolicy = NetworkPolicy { allow_private: true, own_listener: None };

/// The default limits without a delay between two requests.
fn limits() -> CrawlLimits {
    CrawlLimits { delay: Duration::ZERO, ..CrawlLimits::default() }
}

fn crawler(policy: NetworkPolicy) -> Crawler {
    Crawler::with(policy, &CertificateRoots::default(), Resolver::system(), limits())
}

/// Starts a crawl with a page of `server`.
async fn start(server: &HostileServer, path: &str) -> Result<(Crawl, Page), PageError> {
    let (crawl, page) = Crawl::start(&crawler(ANYWHERE), &server.url(path)).await?;
    Ok((crawl, page.parse()))
}

async fn fetch(crawl: &mut Crawl, url: &Url) -> Result<Page, PageError> {
    crawl.fetch(url).await.map(|page| page.parse())
}

async fn page(server: &HostileServer, path: &str) -> Result<Page, PageError> {
    start(server, path).await.map(|(_, page)| page)
}

async fn page_error(server: &HostileServer, path: &str) -> PageError {
    page(server, path).await.unwrap_err()
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}
