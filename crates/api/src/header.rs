//! The names of headers of idempotent writes.

/// The header of a request with its idempotency key: 1..[`IDEMPOTENCY_KEY_MAX`](crate::limits::IDEMPOTENCY_KEY_MAX) visible
/// ASCII characters, or a quoted string of them. Absent when the request has no key.
///
/// Source: docs/platform-api.md, section 8, Idempotency keys; draft-ietf-httpapi-idempotency-key-header-07, section 2.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// The header of every response of a platform that honors idempotency keys: `true` when it sends the stored response of an
/// earlier request again, otherwise `false`.
///
/// Source: docs/platform-api.md, section 8, Idempotency keys.
pub const IDEMPOTENT_REPLAYED: &str = "idempotent-replayed";
