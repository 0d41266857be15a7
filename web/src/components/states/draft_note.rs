use leptos::prelude::*;

use crate::drafts::Draft;
use crate::locale::{Pick, t};
use crate::reactive::live_option;
use crate::ui::{Button, Variant, focus_later};

/// Says that the form shows a restored draft, and offers to discard it, and then to undo that. Nothing is shown without a
/// restored draft.
#[component]
pub fn DraftNote(draft: Draft) -> AnyView {
    // Not a notice: a dialog covers those.
    let discarded = RwSignal::new(None);
    let note = |text: Pick, action: Pick, on_click: Callback<()>| {
        view! {
            <div class="draft-note" role="status">
                <span>{t(text)}</span>
                <Button label=t(action) variant=Variant::Quiet on_click />
            </div>
        }
        .into_any()
    };
    // The button disappears. The page may have another form.
    let focus_form = || focus_later("form:has(.draft-note) :is(input, select, textarea)");
    let discard = Callback::new(move |()| {
        discarded.set(Some(draft.discard()));
        focus_form();
    });
    let undo = Callback::new(move |()| {
        discarded.update(|discarded| discarded.take().into_iter().for_each(|values| draft.restore(values)));
        focus_form();
    });
    live_option(move || {
        if draft.restored.get() {
            return Some(note(|t| t.common().draft_restored, |t| t.common().discard, discard));
        }
        let is_discarded = discarded.with(Option::is_some);
        is_discarded.then(|| note(|t| t.common().draft_discarded, |t| t.common().undo, undo))
    })
}
