//! The rules of robots.txt.

use std::time::Duration;

use robotxt::{BYTE_LIMIT, Robots};
use url::Url;

use crate::error::PageError;
use crate::limits::CrawlLimits;
use crate::network::{HttpClient, read_body};
use crate::scope;

/// The crawler's name in robots.txt.
const AGENT: &str = "Answerdeck";
/// Wildcards in the rules of a site, at most, so that checking a URL is fast. Assumed: the largest sites have some hundred.
const WILDCARDS_MAX: usize = 5_000;

/// The rules of one host.
#[derive(Debug)]
pub(crate) struct RobotsRules {
    robots: Robots,
    /// Whether they came from [`NetworkPolicy::own_listener`](crate::NetworkPolicy::own_listener).
    is_own: bool,
}

impl RobotsRules {
    /// Fetches the rules of the host of `url`. A missing robots.txt allows everything.
    ///
    /// Source: RFC 9309, section 2.3.
    ///
    /// # Errors
    /// Fails with `RobotsUnavailable` when the host responds with an error, too slowly or with too many wildcards. Other
    /// errors mean that the host could not be reached.
    pub(crate) async fn fetch(url: &Url, client: &HttpClient, limits: &CrawlLimits) -> Result<Self, PageError> {
        let fetched = tokio::time::timeout(limits.page_timeout, Self::follow(url, client, limits)).await;
        fetched.unwrap_or(Err(PageError::RobotsUnavailable))
    }

    async fn follow(url: &Url, client: &HttpClient, limits: &CrawlLimits) -> Result<Self, PageError> {
        let mut at = robotxt::robots_url(url).map_err(|_| PageError::Address)?;
        let mut is_own = false;
        for _ in 0..=limits.redirects_max {
            let response = client.get(&at).await?;
            is_own = response.is_own;
            if let Some(target) = response.redirect_target(&at) {
                at = target.ok().as_ref().and_then(scope::visitable).ok_or(PageError::RobotsUnavailable)?;
                continue;
            }
            if response.status.is_client_error() || response.status.is_redirection() {
                return Ok(Self { robots: Robots::allow_all(), is_own });
            }
            if !response.status.is_success() {
                return Err(PageError::RobotsUnavailable);
            }
            // One more byte tells the parser that the last line is incomplete.
            let body = read_body(&response.headers, response.body, BYTE_LIMIT + 1).await;
            return Self::parse(&body.map_err(|_| PageError::RobotsUnavailable)?.bytes, is_own);
        }
        Ok(Self { robots: Robots::allow_all(), is_own })
    }

    fn parse(text: &[u8], is_own: bool) -> Result<Self, PageError> {
        let robots = Robots::parse(text, AGENT);
        let wildcards: usize = robots.rules().iter().map(|rule| rule.pattern().matches('*').count()).sum();
        if wildcards > WILDCARDS_MAX {
            return Err(PageError::RobotsUnavailable);
        }
        Ok(Self { robots, is_own })
    }

    /// Whether the rules allow to fetch a URL.
    pub(crate) fn allow(&self, url: &Url) -> bool {
        self.robots.is_url_allowed(url)
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
