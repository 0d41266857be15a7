use answerdeck_api::limits::NEXT_STEP_NOTE_MAX;
use answerdeck_api::metrics::{NextStep, NextStepDecision, NextStepUpdate};
use leptos::prelude::*;

use super::TextRule;
use super::edit_form::{EditForm, FormState};
use crate::locale::t;
use crate::queries::metrics::update_next_step;
use crate::ui::TextField;

pub const NEXT_STEP_NOTE_FORM: &str = "next-step-note";
const NOTE: TextRule = TextRule { required: false, max: NEXT_STEP_NOTE_MAX };

/// Edits the note of a step. An empty one is removed.
#[component]
pub fn NextStepNoteForm(
    step: NextStep,
    on_saved: Callback<NextStepDecision>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let state = FormState::new(NEXT_STEP_NOTE_FORM, step.id.as_str());
    let note = state.draft.text("note", step.note.unwrap_or_default());
    let submit = move |()| {
        let Some(text) = note.with_untracked(|note| NOTE.valid_or_none(note)) else { return false };
        let update = NextStepUpdate { note: Some(text), ..NextStepUpdate::default() };
        update_next_step(state.mutation, step.id.clone(), update, state.finish(on_saved));
        true
    };
    view! {
        <EditForm state fields=&["note"] on_submit=submit on_cancel>
            <TextField
                id="next-step-note"
                label=t(|t| t.next_steps().note)
                value=note
                hint=t(|t| t.next_steps().note_hint)
                error=state.text_error(NOTE, note, "note")
                max=NEXT_STEP_NOTE_MAX
                rows=3
            />
        </EditForm>
    }
    .into_any()
}
