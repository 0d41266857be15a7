//! Whose turn it is to ask a provider: two requests for the same new keyword ask once.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use tokio::sync::{Mutex, MutexGuard};

/// Places of a turn. Keywords that share one wait for each other without need.
const PLACES: usize = 4_096;

/// The keywords that are being asked for, in this process.
pub(crate) struct KeyLocks(Vec<Mutex<()>>);

impl Default for KeyLocks {
    fn default() -> Self {
        Self(std::iter::repeat_with(Mutex::default).take(PLACES).collect())
    }
}

impl KeyLocks {
    /// Waits until nobody else asks for any of `keys`. The turn ends with what is returned.
    pub(super) async fn take(&self, keys: impl Iterator<Item = String>) -> Vec<MutexGuard<'_, ()>> {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let places: BTreeSet<usize> = keys.map(|key| hasher.hash_one(key) as usize % PLACES).collect();
        let mut turn = Vec::with_capacity(places.len());
        // In one order: two requests never wait for each other.
        for place in places {
            turn.push(self.0[place].lock().await);
        }
        turn
    }
}
