//! Digests: what the answers of a week showed, for each organization once a week.

pub mod due;
pub(crate) mod findings;
mod message;
pub(crate) mod outbox;
pub(crate) mod settings;
mod summary;
mod texts;
pub(crate) mod unsubscribe;

use answerdeck_api::limits::DIGEST_DAYS;
use jiff::SignedDuration;

use crate::worker::Retention;

const KEPT: SignedDuration = SignedDuration::from_hours(24 * DIGEST_DAYS as i64);

pub(crate) const RETENTION: Retention =
    Retention { table: "digests", primary_key: "id", since: "created_at", duration: KEPT };

/// How long the links in mails end the e-mail to a recipient.
pub(crate) const TOKEN_RETENTION: Retention =
    Retention { table: "unsubscribe_tokens", primary_key: "hash", since: "created_at", duration: KEPT };
