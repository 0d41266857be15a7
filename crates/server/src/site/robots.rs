//! Where a site lets crawlers go.

use std::time::Duration;

use robotxt::{BYTE_LIMIT, Robots};
use url::Url;

use super::exchange::Exchange;
use super::{Bounds, PageError, body, scope};

/// What robots.txt calls the crawler.
const AGENT: &str = "Answerdeck";
/// Wildcards in the rules of one site, so that asking for a page costs little. Assumed: the largest sites have some hundred.
const WILDCARDS_MAX: usize = 5_000;

/// What the robots.txt of one host says.
#[derive(Debug)]
pub(super) struct Rules {
    robots: Robots,
    /// Whether it came from [`NetworkPolicy::own`](super::NetworkPolicy::own).
    pub(super) is_own: bool,
}

impl Rules {
    /// Asks the host of `url`.
    ///
    /// Source: RFC 9309, section 2.3.
    ///
    /// # Errors
    /// `RobotsUnavailable` when the host answers, but not with rules nor with there being none. When it does not answer at
    /// all, why.
    pub(super) async fn of(url: &Url, exchange: &Exchange, bounds: &Bounds) -> Result<Self, PageError> {
        let asked = tokio::time::timeout(bounds.page, Self::ask(url, exchange, bounds)).await;
        asked.unwrap_or(Err(PageError::RobotsUnavailable))
    }

    async fn ask(url: &Url, exchange: &Exchange, bounds: &Bounds) -> Result<Self, PageError> {
        let mut at = robotxt::robots_url(url).map_err(|_| PageError::Address)?;
        let mut is_own = false;
        for _ in 0..=bounds.redirects {
            let answer = exchange.get(&at).await?;
            is_own = answer.is_own;
            if let Some(next) = answer.leads_to(&at) {
                at = next.ok().as_ref().and_then(scope::visitable).ok_or(PageError::RobotsUnavailable)?;
                continue;
            }
            if answer.status.is_client_error() || answer.status.is_redirection() {
                return Ok(Self { robots: Robots::allow_all(), is_own });
            }
            if !answer.status.is_success() {
                return Err(PageError::RobotsUnavailable);
            }
            // One byte more tells that the last line is cut.
            let text = body::read(&answer.headers, answer.body, BYTE_LIMIT + 1).await;
            return Self::read(&text.map_err(|_| PageError::RobotsUnavailable)?.bytes, is_own);
        }
        Ok(Self { robots: Robots::allow_all(), is_own })
    }

    fn read(text: &[u8], is_own: bool) -> Result<Self, PageError> {
        let robots = Robots::parse(text, AGENT);
        let wildcards: usize = robots.rules().iter().map(|rule| rule.pattern().matches('*').count()).sum();
        if wildcards > WILDCARDS_MAX {
            return Err(PageError::RobotsUnavailable);
        }
        Ok(Self { robots, is_own })
    }

    pub(super) fn allow(&self, url: &Url) -> bool {
        self.robots.is_url_allowed(url)
    }

    /// How long to wait between two requests.
    pub(super) fn delay(&self, bounds: &Bounds) -> Duration {
        match self.is_own {
            true => Duration::ZERO,
            false => {
                self.robots.crawl_delay().unwrap_or_default().clamp(bounds.delay, bounds.delay_max.max(bounds.delay))
            }
        }
    }
}
