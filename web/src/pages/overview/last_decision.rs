//! The last decision about a next step. A message offers to undo it, also on the pages that follow.

use answerdeck_api::NextStepId;
use answerdeck_api::metrics::{NextStepDecision, NextStepState, NextStepUpdate};
use leptos::prelude::*;

use crate::locale::t;
use crate::queries::deletions::UNDO_TIME;
use crate::queries::metrics::update_next_step;
use crate::queries::{Mutation, use_shared};
use crate::ui::{NoticeAction, Notices, focus_later, use_notices};

#[derive(Clone, Copy)]
pub struct LastDecision {
    /// What was decided since the page was opened.
    pub decided: RwSignal<Vec<NextStepDecision>>,
    undoable: StoredValue<Option<Undoable>>,
    action: NoticeAction,
    notices: Notices,
}

struct Undoable {
    id: NextStepId,
    /// The state of the step before.
    state: NextStepState,
    /// Removes the message.
    dismiss: Box<dyn Fn() + Send + Sync>,
}

pub fn use_last_decision() -> LastDecision {
    // The message stays when the page is left.
    use_shared(|| {
        let (decided, undoable) = (RwSignal::new(Vec::new()), StoredValue::new(None));
        let mutation = Mutation::new().notify_failures(|t| t.next_steps().not_changed);
        let action = NoticeAction {
            label: t(|t| t.common().undo),
            time: UNDO_TIME,
            on_click: Callback::new(move |()| undo(undoable, mutation, decided)),
            on_end: Callback::new(|()| ()),
        };
        LastDecision { decided, undoable, action, notices: use_notices() }
    })
}

impl LastDecision {
    /// Says what was decided about a step, whose state was `state` before, and offers to undo it.
    pub fn notify(self, message: &str, id: NextStepId, state: NextStepState) {
        // Only the last one can be undone.
        if let Some(Undoable { dismiss, .. }) = self.undoable.try_update_value(Option::take).flatten() {
            dismiss();
        }
        let dismiss = Box::new(self.notices.notify_with_action(message.to_owned(), self.action));
        self.undoable.try_set_value(Some(Undoable { id, state, dismiss }));
    }
}

fn undo(undoable: StoredValue<Option<Undoable>>, mutation: Mutation, decided: RwSignal<Vec<NextStepDecision>>) {
    let Some(Undoable { id, state, .. }) = undoable.try_update_value(Option::take).flatten() else { return };
    let button = format!("[data-step='{id}'] button");
    let update = NextStepUpdate { state: Some(state), ..NextStepUpdate::default() };
    update_next_step(mutation, id, update, move |decision| {
        decided.try_update(|decided| decided.push(decision));
        focus_later(&button);
    });
}
