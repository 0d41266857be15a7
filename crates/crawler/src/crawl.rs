use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use answerdeck_guarded_http::{
    CertificateRoots, Connector, HttpClient, HttpError, HttpResponse, NetworkPolicy, RequestHeaders, Resolver,
    crawlable, read_body,
};
use hyper::{HeaderMap, header};
use tokio::time::Instant;
use url::{Origin, Url};

use crate::cookies::Cookies;
use crate::cpu::on_cpu_thread;
use crate::error::PageError;
use crate::host_delays::HostDelays;
use crate::limits::CrawlLimits;
use crate::page::FetchedPage;
use crate::robots::RobotsRules;
use crate::scope;

const HEADERS: RequestHeaders = RequestHeaders {
    user_agent: concat!("Mozilla/5.0 (compatible; Answerdeck/", env!("CARGO_PKG_VERSION"), "; site keyword crawler)"),
    accept: "text/html,application/xhtml+xml,text/plain;q=0.5",
};
/// The maximum number of characters of a media type in an error message.
const MEDIA_TYPE_CHARS_MAX: usize = 60;

/// Fetches pages. Clones share the connections and the delays of the hosts.
#[derive(Debug, Clone)]
pub struct Crawler(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    client: HttpClient,
    limits: CrawlLimits,
    delays: HostDelays,
}

impl Crawler {
    /// A crawler with this policy and these certificate authorities, the resolver of the operating system and the default
    /// limits.
    pub fn new(policy: NetworkPolicy, roots: &CertificateRoots) -> Self {
        Self::with(policy, roots, Resolver::system(), CrawlLimits::default())
    }

    pub fn with(policy: NetworkPolicy, roots: &CertificateRoots, resolver: Resolver, limits: CrawlLimits) -> Self {
        let connector = Connector { policy, resolver, timeout: limits.connect_timeout };
        let client = HttpClient::new(connector, roots, HEADERS);
        Self(Arc::new(Shared { client, limits, delays: HostDelays::default() }))
    }
}

/// The crawl of one site, page by page. It obeys robots.txt and waits between two requests.
#[derive(Debug)]
pub struct Crawl {
    crawler: Crawler,
    site: Url,
    /// By origin: a site may have several, with and without `www.` and TLS.
    rules: HashMap<Origin, RobotsRules>,
    cookies: Cookies,
    /// When the crawl has taken too long. No page is read after it.
    deadline: Instant,
}

impl Crawl {
    /// Starts a crawl with its first page. If the page redirects to another site, the crawl is of that site.
    pub async fn start(crawler: &Crawler, url: &Url) -> Result<(Self, FetchedPage), PageError> {
        let mut crawl = Self::new(crawler, url)?;
        let page = crawl.fetch_within(url, false).await?;
        crawl.site = page.url.clone();
        Ok((crawl, page))
    }

    /// Resumes the crawl of a site. Reads its robots.txt, but no page.
    pub async fn resume(crawler: &Crawler, site: &Url) -> Result<Self, PageError> {
        let mut crawl = Self::new(crawler, site)?;
        let site = crawl.site.clone();
        crawl.rules_of(&site).await?;
        Ok(crawl)
    }

    fn new(crawler: &Crawler, site: &Url) -> Result<Self, PageError> {
        let site = crawlable(site).ok_or(HttpError::Address)?;
        let deadline = Instant::now() + crawler.0.limits.crawl_timeout;
        let cookies = Cookies::default();
        Ok(Self { crawler: crawler.clone(), site, rules: HashMap::new(), cookies, deadline })
    }

    /// The links that belong to this site and that robots.txt allows, in their order.
    pub async fn allowed(&self, links: Vec<Url>) -> Vec<Url> {
        let on_site = links.into_iter().filter(|url| crawlable(url).is_some() && scope::is_same_site(&self.site, url));
        let with_rules: Vec<(RobotsRules, Url)> = on_site
            .filter_map(|url| {
                let rules = self.rules.get(&url.origin()).or_else(|| self.rules.get(&self.site.origin()))?;
                Some((rules.clone(), url))
            })
            .collect();
        on_cpu_thread(move || {
            let allowed = with_rules.into_iter().filter(|(rules, url)| rules.matches(url));
            allowed.map(|(_, url)| url).collect()
        })
        .await
    }

    /// Fetches a page of the site, after the delay of its host.
    pub async fn fetch(&mut self, url: &Url) -> Result<FetchedPage, PageError> {
        self.fetch_within(url, true).await
    }

    /// Fetches a page. With `same_site`, neither the page nor a redirect may belong to another site.
    async fn fetch_within(&mut self, url: &Url, same_site: bool) -> Result<FetchedPage, PageError> {
        let deadline = self.deadline;
        let fetched = tokio::time::timeout_at(deadline, self.fetch_after_delay(url, same_site));
        fetched.await.unwrap_or(Err(PageError::TimedOut))
    }

    async fn fetch_after_delay(&mut self, url: &Url, same_site: bool) -> Result<FetchedPage, PageError> {
        let crawler = self.crawler.clone();
        let start = crawlable(url).ok_or(HttpError::Address)?;
        if same_site && !scope::is_same_site(&self.site, &start) {
            return Err(PageError::CrossSiteRedirect);
        }
        let delay = self.rules_of(&start).await?.delay(&crawler.0.limits);
        if !delay.is_zero() {
            let reserved = crawler.0.delays.reserve(start.host_str().unwrap_or_default(), delay, Instant::now());
            tokio::time::sleep_until(reserved).await;
        }
        let fetched = self.follow_redirects(start, same_site);
        tokio::time::timeout(crawler.0.limits.page_timeout, fetched).await.unwrap_or(Err(PageError::TimedOut))
    }

    /// Follows redirects without delay, as a browser does, also client-side ones.
    async fn follow_redirects(&mut self, start: Url, same_site: bool) -> Result<FetchedPage, PageError> {
        let crawler = self.crawler.clone();
        let mut at = start;
        for _ in 0..=crawler.0.limits.redirects_max {
            if !self.rules_of(&at).await?.allow(&at).await {
                return Err(PageError::ForbiddenByRobots);
            }
            let response = crawler.0.client.get(&at, self.cookies.header(&at)).await?;
            self.cookies.store(&at, &response.headers);
            let target = match response.redirect_target(&at) {
                Some(target) => target?,
                None => {
                    let page = read_page(at, response, &crawler.0.limits).await?;
                    let (page, target) = on_cpu_thread(move || {
                        let target = page.client_redirect();
                        (page, target)
                    })
                    .await;
                    match target? {
                        Some(target) => target,
                        None => return Ok(page),
                    }
                }
            };
            at = crawlable(&target).ok_or(HttpError::Address)?;
            if same_site && !scope::is_same_site(&self.site, &at) {
                return Err(PageError::CrossSiteRedirect);
            }
        }
        Err(PageError::TooManyRedirects)
    }

    async fn rules_of(&mut self, url: &Url) -> Result<&RobotsRules, PageError> {
        let Shared { client, limits, .. } = &*self.crawler.0;
        let rules = match self.rules.entry(url.origin()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(RobotsRules::fetch(url, client, limits).await?),
        };
        Ok(rules)
    }
}

async fn read_page(url: Url, response: HttpResponse, limits: &CrawlLimits) -> Result<FetchedPage, PageError> {
    if response.headers.get("cf-mitigated").is_some_and(|value| value == "challenge") {
        return Err(PageError::Challenge);
    }
    if !response.status.is_success() {
        return Err(PageError::Status(response.status.as_u16()));
    }
    let (media_type, charset) = content_type(&response.headers);
    let is_html = match media_type.as_str() {
        "" | "text/html" | "application/xhtml+xml" => true,
        "text/plain" => false,
        _ => return Err(PageError::NotHtml(sanitized(&media_type))),
    };
    let body = read_body(&response.headers, response.body, limits.body_bytes_max).await?;
    match body.is_complete {
        true => Ok(FetchedPage { url, bytes: body.bytes, charset, is_html }),
        false => Err(PageError::TooLarge),
    }
}

/// A media type for an error message: the site may send any text, so other characters are removed and the length is limited.
fn sanitized(media_type: &str) -> String {
    let is_valid = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '/' | '+' | '.' | '-');
    media_type.chars().filter(is_valid).take(MEDIA_TYPE_CHARS_MAX).collect()
}

/// The media type in lower case, empty when absent, and the charset.
fn content_type(headers: &HeaderMap) -> (String, Option<String>) {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut parts = value.split(';').map(str::trim);
    let media_type = parts.next().unwrap_or_default().to_ascii_lowercase();
    let charset = parts.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches(['"', '\'']).to_owned())
    });
    (media_type, charset)
}
