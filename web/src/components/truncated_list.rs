//! A list that first shows only its beginning.

use leptos::prelude::*;

use super::{ALL_ROWS, more_rows};

/// Shows the first `limit` of `total` items, and a button that shows the rest. `items` builds the first items; its
/// argument is how many.
pub fn truncated_list(
    total: usize,
    limit: usize,
    items: impl Fn(usize) -> Vec<AnyView> + Send + 'static,
    class: &'static str,
) -> AnyView {
    let items: Box<dyn Fn(usize) -> Vec<AnyView> + Send> = Box::new(items);
    let (shown, more) = more_rows(total, limit, ALL_ROWS);
    view! {
        <ol class=class>{move || items(shown.get())}</ol>
        {more}
    }
    .into_any()
}
