//! The button under a list that shows only its beginning.

use leptos::prelude::*;

use crate::locale::t_with;
use crate::reactive::live_option;
use crate::ui::{Button, Variant};

/// A button that shows the next rows of a list. Nothing while there are none.
#[component]
pub fn ShowMore(
    #[prop(into)] rows: Signal<u64>,
    /// Shows them.
    #[prop(into)]
    on_click: Callback<()>,
) -> AnyView {
    let has_more = Memo::new(move |_| rows.get() > 0);
    live_option(move || {
        has_more.get().then(|| {
            view! {
                <div class="inline-actions">
                    <Button
                        label=t_with(move |t| (t.common().show_more)(rows.get()))
                        variant=Variant::Quiet
                        on_click
                    />
                </div>
            }
            .into_any()
        })
    })
}
