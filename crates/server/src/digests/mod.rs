//! Digests: what the answers of a week showed, for each organization once a week.
//!
//! - `settings`: when digests are made.
//! - `findings`: what the answers of a week showed.
//! - [`job`]: makes the digests that are due.

pub(crate) mod findings;
pub mod job;
pub(crate) mod settings;

use answerdeck_api::limits::DIGEST_DAYS;
use jiff::SignedDuration;

use crate::worker::Retention;

/// How long digests are kept.
pub(crate) const RETENTION: Retention = Retention {
    table: "digests",
    primary_key: "id",
    since: "created_at",
    duration: SignedDuration::from_hours(24 * DIGEST_DAYS as i64),
};
