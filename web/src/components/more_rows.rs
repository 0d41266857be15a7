//! Long lists, of which the first rows are shown at first.

use leptos::prelude::*;

use super::ShowMore;

const SHOWN_AT_FIRST: usize = 20;

/// The maximum number of rows to show of a list of `length` rows, and the button that raises it to all.
pub fn more_rows(length: impl Into<Signal<usize>>) -> (RwSignal<usize>, AnyView) {
    let length = length.into();
    let shown = RwSignal::new(SHOWN_AT_FIRST);
    let rows = Signal::derive(move || length.get().saturating_sub(shown.get()) as u64);
    (shown, view! { <ShowMore rows on_click=move |()| shown.set(usize::MAX) /> }.into_any())
}
