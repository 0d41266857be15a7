//! Counts in fixed windows of time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The number of keys that are counted separately in a window. The others share one count, which bounds the memory.
const KEYS_MAX: usize = 100_000;
/// The key of those others. Nothing that is counted has this name.
const OVERFLOW_KEY: &str = "";

/// Counts by key in the current window, and in the one before: its last requests may be counted late.
#[derive(Debug, Default)]
pub(crate) struct WindowCounter(Mutex<[Window; 2]>);

#[derive(Debug, Default)]
struct Window {
    number: i64,
    counts: HashMap<String, u32>,
}

impl WindowCounter {
    /// Counts once more in the window with this number, and returns the count of `key` in it.
    pub(crate) fn count(&self, key: &str, window: i64) -> u32 {
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let current = &mut windows[usize::from(window % 2 != 0)];
        if current.number != window {
            *current = Window { number: window, counts: HashMap::new() };
        }
        let is_counted = current.counts.len() < KEYS_MAX || current.counts.contains_key(key);
        let key = if is_counted { key } else { OVERFLOW_KEY };
        let count = current.counts.entry(key.to_owned()).or_default();
        *count = count.saturating_add(1);
        *count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_window_is_bounded() {
        let counter = WindowCounter::default();
        for key in 0..KEYS_MAX + 10 {
            counter.count(&key.to_string(), 0);
        }
        assert_eq!(counter.0.lock().unwrap()[0].counts.len(), KEYS_MAX + 1);
        assert_eq!((counter.count("0", 0), counter.count("one more", 0)), (2, 11));
    }

    #[test]
    fn a_request_that_is_counted_late_leaves_the_next_window_as_it_is() {
        let counter = WindowCounter::default();
        assert_eq!([5, 5, 6, 5, 6, 7, 6].map(|window| counter.count("a", window)), [1, 2, 1, 3, 2, 1, 3]);
    }
}
