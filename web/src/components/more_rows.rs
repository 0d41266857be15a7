//! Long lists of rows, of which the first are shown at once.

use leptos::prelude::*;

use crate::locale::t_with;
use crate::reactive::live_option;
use crate::ui::{Button, Variant};

/// The rows shown at first.
const SHOWN_AT_FIRST: usize = 20;

/// The greatest number of rows of a list that are shown, and the button that shows the rest of `length` rows.
pub fn more_rows(length: impl Into<Signal<usize>>) -> (RwSignal<usize>, AnyView) {
    let length = length.into();
    let shown = RwSignal::new(SHOWN_AT_FIRST);
    let rest = move || length.get().saturating_sub(shown.get());
    let more = live_option(move || {
        (rest() > 0).then(|| {
            view! {
                <div class="inline-actions">
                    <Button
                        label=t_with(move |t| (t.sources().show_rest)(rest() as u64))
                        variant=Variant::Quiet
                        on_click=move |()| shown.set(usize::MAX)
                    />
                </div>
            }
            .into_any()
        })
    });
    (shown, more)
}
