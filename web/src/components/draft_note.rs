//! The note above a form that shows a draft.

use leptos::prelude::*;

use crate::drafts::Draft;
use crate::locale::t;
use crate::reactive::live_option;
use crate::ui::{Button, Variant, focus_later};

/// Says that the form shows what was typed before, and offers to discard it. Nothing is shown if it does not.
#[component]
pub fn DraftNote(draft: Draft) -> AnyView {
    let discard = move |()| {
        draft.discard();
        // The button disappears.
        focus_later("form :is(input, select, textarea)");
    };
    live_option(move || {
        draft.is_restored().then(|| {
            view! {
                <div class="draft-note" role="status">
                    <span>{t(|t| t.common().draft_restored)}</span>
                    <Button label=t(|t| t.common().discard) variant=Variant::Quiet on_click=discard />
                </div>
            }
            .into_any()
        })
    })
}
