//! Long lists, of which the first rows are shown at first.

use leptos::prelude::*;

use super::ShowMore;

pub const ROWS_AT_FIRST: usize = 20;
/// The step of a button that shows all rows.
pub const ALL_ROWS: usize = usize::MAX;

/// The maximum number of rows to show of a list of `length` rows, which is `first` at first, and the button that raises it by
/// `step`.
pub fn more_rows(length: impl Into<Signal<usize>>, first: usize, step: usize) -> (RwSignal<usize>, AnyView) {
    let (length, shown) = (length.into(), RwSignal::new(first));
    let rows = Signal::derive(move || length.get().saturating_sub(shown.get()).min(step) as u64);
    let show = move |()| shown.update(|shown| *shown = shown.saturating_add(step));
    (shown, view! { <ShowMore rows on_click=show /> }.into_any())
}
