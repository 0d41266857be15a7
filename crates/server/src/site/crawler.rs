//! Visits to sites.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::{HeaderMap, header};
use tokio::time::Instant;
use url::{Origin, Url};

use super::connector::Connector;
use super::exchange::{Answer, Exchange};
use super::host_delays::HostDelays;
use super::page::Unread;
use super::robots::Rules;
use super::{Bounds, NetworkPolicy, Page, PageError, Resolver, body, scope};
use crate::cpu_pool::CpuPool;

/// Pages that are taken apart at the same time.
const AT_A_TIME: usize = 2;
/// Characters of a type that a page claims to be.
const TYPE_MAX: usize = 60;

/// The crawler. Clones share its connections and its turns.
#[derive(Debug, Clone)]
pub struct Crawler(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    exchange: Exchange,
    bounds: Bounds,
    turns: HostDelays,
    desk: CpuPool,
}

impl Crawler {
    /// A crawler that goes as far as `reach`.
    pub fn new(reach: NetworkPolicy) -> Self {
        Self::with(reach, Resolver::system(), Bounds::default())
    }

    /// A crawler with names and bounds of its own.
    pub fn with(reach: NetworkPolicy, names: Resolver, bounds: Bounds) -> Self {
        let exchange = Exchange::new(Connector { reach, names, patience: bounds.connect });
        Self(Arc::new(Shared { exchange, bounds, turns: HostDelays::default(), desk: CpuPool::new(AT_A_TIME) }))
    }
}

/// A visit to one site, page by page. It knows what robots.txt allows, and waits between two requests.
#[derive(Debug)]
pub struct Visit {
    crawler: Crawler,
    site: Url,
    /// By origin: a site may have several, with and without `www.` and TLS.
    rules: HashMap<Origin, Rules>,
}

impl Visit {
    /// Begins at a page. Its redirects may lead to another site, which then is the one that is visited.
    ///
    /// # Errors
    /// When that page cannot be read.
    pub async fn begin(crawler: &Crawler, start: &Url) -> Result<(Self, Page), PageError> {
        let mut visit = Self::to(crawler, start)?;
        let unread = visit.read(start, false).await?;
        visit.site = unread.url.clone();
        let page = visit.crawler.0.desk.run(|| unread.read()).await;
        Ok((visit, page))
    }

    /// Goes on with a site, without reading a page.
    ///
    /// # Errors
    /// When its robots.txt cannot be read.
    pub async fn resume(crawler: &Crawler, site: &Url) -> Result<Self, PageError> {
        let mut visit = Self::to(crawler, site)?;
        let site = visit.site.clone();
        visit.learn_rules(&site).await?;
        Ok(visit)
    }

    fn to(crawler: &Crawler, site: &Url) -> Result<Self, PageError> {
        let site = scope::visitable(site).ok_or(PageError::Address)?;
        Ok(Self { crawler: crawler.clone(), site, rules: HashMap::new() })
    }

    /// Whether an address is a page of this site that robots.txt allows.
    pub fn covers(&self, url: &Url) -> bool {
        let rules = self.rules.get(&url.origin()).or_else(|| self.rules.get(&self.site.origin()));
        scope::visitable(url).is_some()
            && scope::is_same_site(&self.site, url)
            && rules.is_some_and(|rules| rules.allow(url))
    }

    /// Reads a page of the site, when it is the site's turn.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn page(&mut self, url: &Url) -> Result<Page, PageError> {
        let unread = self.read(url, true).await?;
        Ok(self.crawler.0.desk.run(|| unread.read()).await)
    }

    async fn read(&mut self, url: &Url, stays: bool) -> Result<Unread, PageError> {
        let crawler = self.crawler.clone();
        let start = scope::visitable(url).ok_or(PageError::Address)?;
        if stays && !scope::is_same_site(&self.site, &start) {
            return Err(PageError::LeavesTheSite);
        }
        let delay = self.learn_rules(&start).await?.delay(&crawler.0.bounds);
        if !delay.is_zero() {
            let turn = crawler.0.turns.next(start.host_str().unwrap_or_default(), delay, Instant::now());
            tokio::time::sleep_until(turn).await;
        }
        let walk = self.walk(start, stays);
        tokio::time::timeout(crawler.0.bounds.page, walk).await.unwrap_or(Err(PageError::TimedOut))
    }

    /// Follows redirects to a page, at once as a browser does.
    async fn walk(&mut self, start: Url, stays: bool) -> Result<Unread, PageError> {
        let crawler = self.crawler.clone();
        let mut at = start;
        for _ in 0..=crawler.0.bounds.redirects {
            if !self.learn_rules(&at).await?.allow(&at) {
                return Err(PageError::ForbiddenByRobots);
            }
            let answer = crawler.0.exchange.get(&at).await?;
            let Some(next) = answer.leads_to(&at) else {
                return unread(at, answer, &crawler.0.bounds).await;
            };
            at = scope::visitable(&next?).ok_or(PageError::Address)?;
            if stays && !scope::is_same_site(&self.site, &at) {
                return Err(PageError::LeavesTheSite);
            }
        }
        Err(PageError::TooManyRedirects)
    }

    async fn learn_rules(&mut self, url: &Url) -> Result<&Rules, PageError> {
        let origin = url.origin();
        if !self.rules.contains_key(&origin) {
            let rules = Rules::of(url, &self.crawler.0.exchange, &self.crawler.0.bounds).await?;
            self.rules.insert(origin.clone(), rules);
        }
        self.rules.get(&origin).ok_or(PageError::RobotsUnavailable)
    }
}

/// The bytes of an answer that is a page.
async fn unread(url: Url, answer: Answer, bounds: &Bounds) -> Result<Unread, PageError> {
    if !answer.status.is_success() {
        return Err(PageError::Status(answer.status.as_u16()));
    }
    let (kind, charset) = content_type(&answer.headers);
    let is_html = match kind.as_str() {
        "" | "text/html" | "application/xhtml+xml" => true,
        "text/plain" => false,
        _ => return Err(PageError::NotHtml(shown(&kind))),
    };
    let read = body::read(&answer.headers, answer.body, bounds.body).await?;
    match read.is_whole {
        true => Ok(Unread { url, bytes: read.bytes, charset, is_html }),
        false => Err(PageError::TooLarge),
    }
}

/// A type as it is told: the site may have written anything there.
fn shown(kind: &str) -> String {
    let is_type = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '/' | '+' | '.' | '-');
    kind.chars().filter(is_type).take(TYPE_MAX).collect()
}

/// The type in lower case, empty when there is none, and the charset.
fn content_type(headers: &HeaderMap) -> (String, Option<String>) {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut parts = value.split(';').map(str::trim);
    let kind = parts.next().unwrap_or_default().to_ascii_lowercase();
    let charset = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches(['"', '\'']).to_owned())
    });
    (kind, charset)
}
