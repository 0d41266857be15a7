use std::sync::atomic::{AtomicUsize, Ordering};

static IDS: AtomicUsize = AtomicUsize::new(0);

/// An id that no other element has.
pub fn unique_id(prefix: &str) -> String {
    format!("{prefix}-{}", IDS.fetch_add(1, Ordering::Relaxed))
}
