//! The overlays above a page: the list of shortcuts, the saved views and the command palette. Each is opened from
//! several places.

use std::sync::LazyLock;

use leptos::prelude::*;

static SHORTCUTS: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));
static SAVED_VIEWS: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));
static PALETTE: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));

pub fn shortcuts_open() -> ArcRwSignal<bool> {
    SHORTCUTS.clone()
}

pub fn saved_views_open() -> ArcRwSignal<bool> {
    SAVED_VIEWS.clone()
}

pub fn palette_open() -> ArcRwSignal<bool> {
    PALETTE.clone()
}

/// Closes all of them. A session that has ended must not leave one open for the next.
pub fn close_all() {
    [&SHORTCUTS, &SAVED_VIEWS, &PALETTE].into_iter().for_each(|open| open.set(false));
}
