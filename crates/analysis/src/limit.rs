//! The length of lists.

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;

/// The `limit` of a question that has none: that of the platform's rankings.
pub(crate) fn default_limit() -> u32 {
    PAGE_SIZE_DEFAULT
}

/// The `limit` of a question about new names that has none: as many examples as a reply has.
pub(crate) fn default_examples() -> u32 {
    10
}
