//! When to delete an organization's surplus of responses that are stored with idempotency keys.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use answerdeck_api::limits::IDEMPOTENCY_KEY_BYTES_MAX;

/// Bytes of an organization that a process stores before it deletes the surplus again.
const BYTES_BETWEEN_DELETIONS: usize = IDEMPOTENCY_KEY_BYTES_MAX as usize / 8;

/// Bytes that this process has stored for each organization since it last deleted the surplus. A sum in the database would make
/// every write slower by a third.
#[derive(Debug, Default)]
pub(crate) struct StoredBytes(Mutex<HashMap<String, usize>>);

impl StoredBytes {
    /// Counts a response. Returns whether to delete the surplus: with the first response of an organization, and then after every
    /// [`BYTES_BETWEEN_DELETIONS`].
    pub(crate) fn add(&self, organization_id: &str, bytes: usize) -> bool {
        let mut stored = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let stored = stored.entry(organization_id.to_owned()).or_insert(BYTES_BETWEEN_DELETIONS);
        let is_due = *stored >= BYTES_BETWEEN_DELETIONS;
        *stored = if is_due { bytes } else { *stored + bytes };
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surplus_is_deleted_with_the_first_response_and_then_after_every_megabyte() {
        let stored = StoredBytes::default();
        let half = BYTES_BETWEEN_DELETIONS / 2;
        assert_eq!(
            [half, half, 1, half, half, 1].map(|bytes| stored.add("one", bytes)),
            [true, false, true, false, false, true]
        );
        assert!(stored.add("other", 1));
    }
}
