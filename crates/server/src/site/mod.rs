//! Site keyword analyses: leases an analysis, crawls its site, stores its keywords and deletes it later.

pub(crate) mod analysis;
pub(crate) mod failure;
mod store;

use answerdeck_api::limits::{KEYWORD_MAX, SITE_CONTEXT_MAX, SITE_CONTEXTS_MAX, SITE_KEYWORDS_MAX, WEB_ADDRESS_MAX};
use answerdeck_crawler::keywords::{CONTEXT_CHARS_MAX, CONTEXTS_MAX, KEYWORD_CHARS_MAX, KEYWORDS_MAX};
use answerdeck_guarded_http::URL_BYTES_MAX;
use jiff::SignedDuration;

use crate::worker::Retention;

// The crawler keeps to the limits of the platform API.
const _: () = {
    assert!(URL_BYTES_MAX == WEB_ADDRESS_MAX);
    assert!(KEYWORDS_MAX == SITE_KEYWORDS_MAX && KEYWORD_CHARS_MAX == KEYWORD_MAX);
    assert!(CONTEXTS_MAX == SITE_CONTEXTS_MAX && CONTEXT_CHARS_MAX == SITE_CONTEXT_MAX);
};

/// How long an analysis and its keywords are kept after its end.
///
/// Source: docs/platform-api.md, section 8.
pub(crate) const RETENTION: Retention = Retention {
    table: "site_analyses",
    primary_key: "id",
    since: "ended_at",
    duration: SignedDuration::from_hours(30 * 24),
};
