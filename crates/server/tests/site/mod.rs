//! The crawler against servers that are traps: every one of them ends with its reason, within its bounds.

mod addresses;
mod bounds;
mod letters;
mod robots;
mod trap;

use std::time::Duration;

use answerdeck_server::site::{Bounds, Names, Page, PageError, Reach, Visit, Visitor};
use url::Url;

use trap::Trap;

/// Goes everywhere, without waiting between two requests.
const ANYWHERE: Reach = Reach { private: true, own: None };

fn bounds() -> Bounds {
    Bounds { delay: Duration::ZERO, ..Bounds::default() }
}

fn visitor(reach: Reach) -> Visitor {
    Visitor::with(reach, Names::system(), bounds())
}

/// Begins a visit at a page of `trap`.
async fn begin(trap: &Trap, path: &str) -> Result<(Visit, Page), PageError> {
    Visit::begin(&visitor(ANYWHERE), &trap.url(path)).await
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
