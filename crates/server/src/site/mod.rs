//! Site keyword analyses: leases an analysis, crawls its site, stores its keywords and deletes it later.

pub(crate) mod analyses;
mod analysis;
pub(crate) mod failure;
pub(crate) mod retention;
mod store;

use answerdeck_api::limits::{KEYWORD_MAX, SITE_CONTEXT_MAX, SITE_CONTEXTS_MAX, SITE_KEYWORDS_MAX, WEB_ADDRESS_MAX};
use answerdeck_crawler::URL_BYTES_MAX;
use answerdeck_crawler::keywords::{CONTEXT_CHARS_MAX, CONTEXTS_MAX, KEYWORD_CHARS_MAX, KEYWORDS_MAX};

// The crawler keeps to the limits of the platform API.
const _: () = {
    assert!(URL_BYTES_MAX == WEB_ADDRESS_MAX);
    assert!(KEYWORDS_MAX == SITE_KEYWORDS_MAX && KEYWORD_CHARS_MAX == KEYWORD_MAX);
    assert!(CONTEXTS_MAX == SITE_CONTEXTS_MAX && CONTEXT_CHARS_MAX == SITE_CONTEXT_MAX);
};
