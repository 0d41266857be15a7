//! Idempotent writes: a request with an idempotency key that is sent again gets the response of the first one, and writes
//! nothing.
//!
//! Source: docs/platform-api.md, section 8, Idempotency keys.

use answerdeck_api::limits::IDEMPOTENCY_KEY_HOURS;
use jiff::SignedDuration;

use crate::worker::Retention;

mod key;
mod store;
mod write;

pub(crate) use key::KEY_PATTERN;
pub(crate) use write::{IdempotentTransaction, IdempotentWrite, NotCommitted, WriteResult};

/// How long a response can be sent again.
pub(crate) const RETENTION: Retention = Retention {
    table: "idempotency_keys",
    primary_key: "key_hash",
    // Its only index begins with the organization: another would make each write slower.
    since: "organization_id IN (SELECT id FROM organizations) AND created_at",
    duration: SignedDuration::from_hours(IDEMPOTENCY_KEY_HOURS as i64),
};
