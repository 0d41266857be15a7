//! The crawler against servers that are traps: every one of them ends with its reason, within its bounds.

mod addresses;
mod bounds;
mod letters;
mod robots;
mod trap;

use std::time::Duration;

use answerdeck_server::site::{Bounds, Crawler, NetworkPolicy, Page, PageError, Resolver, Visit};
use url::Url;

use trap::Trap;

/// Goes everywhere, without waiting between two requests.
const ANYWHERE: NetworkPolicy = NetworkPolicy { private: true, own: None };

fn bounds() -> Bounds {
    Bounds { delay: Duration::ZERO, ..Bounds::default() }
}

fn crawler(reach: NetworkPolicy) -> Crawler {
    Crawler::with(reach, Resolver::system(), bounds())
}

/// Begins a visit at a page of `trap`.
async fn begin(trap: &Trap, path: &str) -> Result<(Visit, Page), PageError> {
    Visit::begin(&crawler(ANYWHERE), &trap.url(path)).await
}

async fn page(trap: &Trap, path: &str) -> Result<Page, PageError> {
    begin(trap, path).await.map(|(_, page)| page)
}

async fn reason(trap: &Trap, path: &str) -> PageError {
    page(trap, path).await.unwrap_err()
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}
