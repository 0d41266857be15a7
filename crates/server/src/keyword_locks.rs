//! Locks by keyword: of two requests for the same missing keyword, one asks the provider and the other waits.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

/// Number of locks. Keywords that share one wait for each other needlessly.
const SLOTS: usize = 4_096;

/// Locks for the keywords that a provider is being asked for, in this process.
pub(crate) struct KeywordLocks(Vec<Arc<Mutex<()>>>);

impl Default for KeywordLocks {
    fn default() -> Self {
        Self(std::iter::repeat_with(Arc::default).take(SLOTS).collect())
    }
}

impl KeywordLocks {
    /// Waits until no other request holds a lock of any of `keys`, and locks them until the guards are dropped.
    pub(crate) async fn lock(&self, keys: impl Iterator<Item = String>) -> Vec<OwnedMutexGuard<()>> {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let slots: BTreeSet<usize> = keys.map(|key| hasher.hash_one(key) as usize % SLOTS).collect();
        let mut guards = Vec::with_capacity(slots.len());
        // All requests lock in the same order, so that they cannot deadlock.
        for slot in slots {
            guards.push(Arc::clone(&self.0[slot]).lock_owned().await);
        }
        guards
    }
}
