//! The redirects through which Google cites pages. They end after some days, so they are resolved at once.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use answerdeck_api::Source;
use futures_util::stream::{self, StreamExt};
use reqwest::Client;
use reqwest::header::LOCATION;
use tokio::time::{self, Instant};
use url::Url;

use crate::provider::http::{self, Purpose};
use crate::provider::normalization;

const ADDRESS: &str = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/";
/// Time for all redirects of an answer.
const TIMEOUT: Duration = Duration::from_secs(20);
const MAX_CONCURRENCY: usize = 8;

/// Resolves redirects by one request to Google each. The page itself is not requested, so a link cannot make this
/// server visit an address.
pub(super) struct Redirects {
    address: String,
}

impl Redirects {
    /// Redirects at this address, or else Google's.
    pub(super) fn new(address: Option<Url>) -> Self {
        Self { address: address.map_or_else(|| ADDRESS.to_owned(), String::from) }
    }

    /// The sources of cited (link, title) pairs. A link that cannot be resolved in time stays as it is, and has the
    /// domain that its title names. Google's titles are domains: beside a resolved link, such a title is left out.
    pub(super) async fn sources(&self, client: &Client, cited: Vec<(String, String)>) -> Vec<Source> {
        let resolved = self.resolve(client, &cited).await;
        let cited = cited.into_iter().map(|(link, title)| (resolved.get(&link).cloned().unwrap_or(link), title));
        let mut sources = normalization::sources(cited);
        for source in &mut sources {
            let named = normalization::named_domain(&source.title);
            if source.url.starts_with(&self.address) {
                source.domain = named;
            } else if named.is_some() && named == source.domain {
                source.title.clear();
            }
        }
        sources
    }

    /// The targets of the redirects among the links.
    async fn resolve(&self, client: &Client, cited: &[(String, String)]) -> HashMap<String, String> {
        let mut known = HashSet::new();
        let redirects = cited.iter().map(|(link, _)| link).filter(|link| link.starts_with(&self.address));
        let redirects = redirects.filter(|link| known.insert(*link)).take(normalization::SOURCES_MAX).cloned();
        let redirects: Vec<String> = redirects.collect();
        let targets = redirects.into_iter().map(|link| async move {
            let target = target(client, &link).await?;
            Some((link, target))
        });
        let mut targets = stream::iter(targets).buffer_unordered(MAX_CONCURRENCY);
        let deadline = Instant::now() + TIMEOUT;
        let mut resolved = HashMap::new();
        while let Ok(Some(target)) = time::timeout_at(deadline, targets.next()).await {
            resolved.extend(target);
        }
        resolved
    }
}

/// The address that a redirect names. `None` if it names none.
async fn target(client: &Client, link: &str) -> Option<String> {
    let response = http::send(client.head(link), Purpose::Read, TIMEOUT).await.ok()?;
    let location = response.headers.get(LOCATION).filter(|_| response.status.is_redirection())?;
    // Some sites write letters of their language into it as they are.
    let location = std::str::from_utf8(location.as_bytes()).ok()?;
    let is_web = Url::parse(location).is_ok_and(|target| matches!(target.scheme(), "http" | "https"));
    is_web.then(|| location.to_owned())
}
