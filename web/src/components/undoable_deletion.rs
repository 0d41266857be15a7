//! Deletions that can be undone for a while.

use leptos::prelude::*;

use crate::locale::t;
use crate::queries::deletions::{Deletions, UNDO_TIME};
use crate::ui::use_notices;

/// Returns a function that deletes things by their ids, says so, and offers to undo it.
pub fn use_undoable_deletion(deletions: Deletions) -> Callback<(Vec<String>, String)> {
    let notices = use_notices();
    let withdraw = StoredValue::new(None::<Box<dyn Fn() + Send + Sync>>);
    let withdraw_offer = move || {
        withdraw.try_update_value(|withdraw| withdraw.take().into_iter().for_each(|withdraw| withdraw()));
    };
    on_cleanup(withdraw_offer);
    Callback::new(move |(ids, message): (Vec<String>, String)| {
        // Only the last deletion can be undone.
        withdraw_offer();
        deletions.delete(ids);
        let undo = Callback::new(move |()| deletions.undo());
        let offer = notices.offer(message, t(|t| t.common().undo), undo, UNDO_TIME);
        withdraw.set_value(Some(Box::new(offer)));
    })
}
