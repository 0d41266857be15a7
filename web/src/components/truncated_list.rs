//! A list that first shows only its beginning.

use leptos::prelude::*;

use crate::locale::t_with;
use crate::ui::{Button, Variant};

/// Shows the first `limit` of `total` items, and a button that shows the rest. `items` builds the first items; its
/// argument is how many.
pub fn truncated_list(
    total: usize,
    limit: usize,
    items: impl Fn(usize) -> Vec<AnyView> + Send + 'static,
    class: &'static str,
) -> AnyView {
    let items: Box<dyn Fn(usize) -> Vec<AnyView> + Send> = Box::new(items);
    let shown = RwSignal::new(limit);
    let more = move || {
        let hidden = total.saturating_sub(shown.get());
        (hidden > 0).then(|| {
            view! {
                <Button
                    label=t_with(move |t| (t.answers().items_more)(hidden as u64))
                    variant=Variant::Quiet
                    on_click=move |()| shown.set(total)
                />
            }
        })
    };
    view! {
        <ol class=class>{move || items(shown.get())}</ol>
        {more}
    }
    .into_any()
}
