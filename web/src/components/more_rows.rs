//! Long lists of rows, of which the first are shown at once.

use leptos::prelude::*;

use super::ShowMore;

/// The rows shown at first.
const SHOWN_AT_FIRST: usize = 20;

/// The greatest number of rows of a list that are shown, and the button that shows the rest of `length` rows.
pub fn more_rows(length: impl Into<Signal<usize>>) -> (RwSignal<usize>, AnyView) {
    let length = length.into();
    let shown = RwSignal::new(SHOWN_AT_FIRST);
    let rows = Signal::derive(move || length.get().saturating_sub(shown.get()) as u64);
    (shown, view! { <ShowMore rows on_click=move |()| shown.set(usize::MAX) /> }.into_any())
}
