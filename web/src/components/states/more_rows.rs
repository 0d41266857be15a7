use leptos::prelude::*;

use crate::locale::t_with;
use crate::reactive::{live, live_when};
use crate::ui::{Button, Variant, focus_added_row};

/// The step of a button that shows all rows.
pub const ALL_ROWS: usize = usize::MAX;

/// The maximum number of rows to show of a list of `length` rows, which is `first` at first, and the button that raises it by
/// `step`.
pub fn more_rows(length: impl Into<Signal<usize>>, first: usize, step: usize) -> (RwSignal<usize>, AnyView) {
    let (length, shown) = (length.into(), RwSignal::new(first));
    let rest = Signal::derive(move || length.get().saturating_sub(shown.get()) as u64);
    let rows = Signal::derive(move || rest.get().min(step as u64));
    let show = move |()| shown.update(|shown| *shown = shown.saturating_add(step));
    (shown, view! { <ShowMore rows rest on_click=show /> }.into_any())
}

/// A button that shows the next rows of a list. On paper, how many are not shown. Nothing while there are none.
#[component]
pub fn ShowMore(
    rows: Signal<u64>,
    /// All that are not shown.
    rest: Signal<u64>,
    #[prop(into)] on_click: Callback<()>,
) -> AnyView {
    let show = move |()| {
        focus_added_row();
        on_click.run(());
    };
    let button = move || {
        let label = t_with(move |t| (t.common().show_more)(rows.get()));
        view! {
            <div class="inline-actions"><Button label variant=Variant::Quiet on_click=show /></div>
            <p class="print-only muted">{t_with(move |t| (t.runs().and_more)(rest.get()))}</p>
        }
    };
    live_when(move || rows.get() > 0, button)
}

/// Shows the first `limit` of `total` items, and a button that shows the rest. `items` builds the first items; its
/// argument is how many.
pub fn truncated_list(
    total: usize,
    limit: usize,
    items: impl Fn(usize) -> Vec<AnyView> + Send + 'static,
    class: &'static str,
) -> AnyView {
    let (shown, more) = more_rows(total, limit, ALL_ROWS);
    view! {
        <ol class=class>{live(move || items(shown.get()).into_any())}</ol>
        {more}
    }
    .into_any()
}
