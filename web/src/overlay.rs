//! The overlays above a page, and whether each is open. Each is opened from several places.

use std::sync::LazyLock;

use leptos::prelude::*;

pub static SHORTCUTS_OPEN: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));
pub static SAVED_VIEWS_OPEN: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));
pub static PALETTE_OPEN: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));

/// Closes all of them. A session that has ended must not leave one open for the next.
pub fn close_all() {
    [&SHORTCUTS_OPEN, &SAVED_VIEWS_OPEN, &PALETTE_OPEN].into_iter().for_each(|open| open.set(false));
}
