//! The rules of robots.txt.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use answerdeck_guarded_http::{HttpClient, HttpError, crawlable, decompress, receive};
use encoding_rs::{Encoding, UTF_8};
use hyper::header::RETRY_AFTER;
use hyper::{HeaderMap, StatusCode};
use robotxt::{BYTE_LIMIT, Robots};
use url::{Position, Url};

use crate::cpu::on_cpu_thread;
use crate::error::PageError;
use crate::limits::CrawlLimits;

const AGENT: &str = "Answerdeck";

/// How often a host is asked again that has too many requests.
const RETRIES_MAX: u32 = 2;

/// What a request for robots.txt led to.
enum Attempt {
    Rules(RobotsRules),
    /// The host has too many requests, and may be asked again after this pause.
    Busy(Duration),
}

/// The rules of one host. Clones share the limit of [`CrawlLimits::robots_steps_max`].
#[derive(Debug, Clone)]
pub(crate) struct RobotsRules {
    robots: Arc<Robots>,
    /// The wildcards of all rules. Each searches the URL once.
    wildcards: u64,
    /// The steps that matching takes whatever the URL: one for each plain rule, the bytes of each rule with wildcards.
    fixed_steps: u64,
    /// The steps that matching may still take.
    steps_left: Arc<AtomicU64>,
    /// Whether they came from [`NetworkPolicy::own_listener`](answerdeck_guarded_http::NetworkPolicy::own_listener).
    is_own: bool,
}

impl RobotsRules {
    /// Fetches the rules of the host of `url`. A missing robots.txt allows everything.
    ///
    /// Source: RFC 9309, section 2.3.
    pub(crate) async fn fetch(url: &Url, client: &HttpClient, limits: &CrawlLimits) -> Result<Self, PageError> {
        for retries_left in (0..=RETRIES_MAX).rev() {
            let attempt = tokio::time::timeout(limits.page_timeout, Self::attempt(url, client, limits)).await;
            match attempt.unwrap_or(Err(PageError::RobotsUnavailable))? {
                Attempt::Rules(rules) => return Ok(rules),
                Attempt::Busy(pause) if retries_left > 0 => tokio::time::sleep(pause).await,
                Attempt::Busy(_) => {}
            }
        }
        Err(PageError::RobotsUnavailable)
    }

    async fn attempt(url: &Url, client: &HttpClient, limits: &CrawlLimits) -> Result<Attempt, PageError> {
        let mut at = robotxt::robots_url(url).map_err(|_| HttpError::Address)?;
        let mut is_own = false;
        for _ in 0..=limits.redirects_max {
            let response = client.get(&at, None).await?;
            is_own = response.is_own;
            if let Some(target) = response.redirect_target(&at) {
                at = target.ok().as_ref().and_then(crawlable).ok_or(PageError::RobotsUnavailable)?;
                continue;
            }
            if response.status == StatusCode::TOO_MANY_REQUESTS {
                return Ok(Attempt::Busy(pause(&response.headers, limits)));
            }
            if response.status.is_client_error() || response.status.is_redirection() {
                break;
            }
            if !response.status.is_success() {
                return Err(PageError::RobotsUnavailable);
            }
            // One more byte tells the parser that the last line is incomplete.
            let received = receive(response.body, BYTE_LIMIT + 1).await.map_err(|_| PageError::RobotsUnavailable)?;
            // What cannot be decompressed has no rules.
            let body = decompress(&response.headers, &received, BYTE_LIMIT + 1).unwrap_or(received);
            let robots = on_cpu_thread(move || Robots::parse(&utf8(body.bytes), AGENT)).await;
            return Ok(Attempt::Rules(Self::new(robots, is_own, limits)));
        }
        Ok(Attempt::Rules(Self::new(Robots::allow_all(), is_own, limits)))
    }

    fn new(robots: Robots, is_own: bool, limits: &CrawlLimits) -> Self {
        let (mut wildcards, mut fixed_steps) = (0, 0);
        for rule in robots.rules() {
            let in_rule = rule.pattern().matches('*').count();
            wildcards += in_rule as u64;
            fixed_steps += if in_rule == 0 { 1 } else { rule.pattern().len() as u64 };
        }
        let steps_left = Arc::new(AtomicU64::new(limits.robots_steps_max));
        Self { robots: Arc::new(robots), wildcards, fixed_steps, steps_left, is_own }
    }

    pub(crate) async fn allow(&self, url: &Url) -> bool {
        let (rules, url) = (self.clone(), url.clone());
        on_cpu_thread(move || rules.matches(&url)).await
    }

    /// Whether the rules allow to fetch a URL. It keeps its thread busy. Forbids everything once the steps are used up.
    pub(crate) fn matches(&self, url: &Url) -> bool {
        let steps = self.steps(url);
        let taken = self.steps_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(steps));
        taken.is_ok() && self.robots.is_url_allowed(url)
    }

    /// An upper bound of the steps that matching a URL takes.
    fn steps(&self, url: &Url) -> u64 {
        let path = &url[Position::BeforePath..Position::AfterQuery];
        self.fixed_steps.saturating_add(self.wildcards.saturating_mul(path.len() as u64))
    }

    /// The delay between two requests. The server's own listener has none.
    pub(crate) fn delay(&self, limits: &CrawlLimits) -> Duration {
        match self.is_own {
            true => Duration::ZERO,
            false => {
                self.robots.crawl_delay().unwrap_or_default().clamp(limits.delay, limits.delay_max.max(limits.delay))
            }
        }
    }
}

/// The pause that a host asks for, or else the longest delay. A longer one is cut.
fn pause(headers: &HeaderMap, limits: &CrawlLimits) -> Duration {
    let seconds = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
    seconds.map_or(limits.delay_max, Duration::from_secs).min(limits.delay_max)
}

/// The text in UTF-8, if its byte order mark names UTF-16.
fn utf8(bytes: Vec<u8>) -> Vec<u8> {
    match Encoding::for_bom(&bytes) {
        Some((encoding, _)) if encoding != UTF_8 => encoding.decode(&bytes).0.into_owned().into_bytes(),
        _ => bytes,
    }
}
