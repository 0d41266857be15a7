//! The overlays above a page: the list of shortcuts, the saved views and the command palette. Each is opened from
//! several places.

use std::sync::LazyLock;

use leptos::prelude::*;

static SHORTCUTS: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));
static SAVED_VIEWS: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));
static PALETTE: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));

pub fn shortcuts_open() -> RwSignal<bool> {
    SHORTCUTS.clone().into()
}

pub fn saved_views_open() -> RwSignal<bool> {
    SAVED_VIEWS.clone().into()
}

/// Whether the command palette is open.
pub fn palette_open() -> RwSignal<bool> {
    PALETTE.clone().into()
}

/// Closes all of them. A session that has ended must not leave one open for the next.
pub fn close_all() {
    [&SHORTCUTS, &SAVED_VIEWS, &PALETTE].into_iter().for_each(|open| open.set(false));
}

/// Opens the list of shortcuts.
pub fn show_shortcuts() {
    SHORTCUTS.set(true);
}

/// Opens the saved views.
pub fn show_saved_views() {
    SAVED_VIEWS.set(true);
}

/// Opens the command palette.
pub fn show_palette() {
    PALETTE.set(true);
}
