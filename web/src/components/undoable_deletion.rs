//! Deletions that can be undone for a while.

use std::time::Duration;

use leptos::prelude::*;

use crate::locale::t;
use crate::queries::deletions::Deletions;
use crate::ui::{Offer, focus_later, use_notices};

/// How long a deletion can be undone before it is sent.
const UNDO_TIME: Duration = Duration::from_secs(10);

/// Returns a function that deletes things by their ids, and shows a notice that offers to undo it.
pub fn use_undoable_deletion(deletions: Deletions) -> Callback<(Vec<String>, String)> {
    let notices = use_notices();
    let withdraw = StoredValue::new(None::<Box<dyn Fn() + Send + Sync>>);
    let withdraw_offer = move || {
        withdraw.try_update_value(|withdraw| withdraw.take().into_iter().for_each(|withdraw| withdraw()));
    };
    on_cleanup(withdraw_offer);
    deletions.on_sent(Callback::new(move |()| withdraw_offer()));
    // Created here, so that they belong to the page. The returned function runs in the scope of a row, and rows are rebuilt
    // while the offer is shown.
    let accept = Callback::new(move |()| {
        // The button with the focus disappears.
        if let Some(id) = deletions.undo().first() {
            focus_later(&format!("tbody th a[href*='{id}']"));
        }
    });
    let end = Callback::new(move |()| deletions.send());
    let label = t(|t| t.common().undo);
    Callback::new(move |(ids, message): (Vec<String>, String)| {
        // Only the last deletion can be undone.
        withdraw_offer();
        deletions.delete(ids);
        let offer = notices.offer(message, Offer { label, time: UNDO_TIME, accept, end });
        withdraw.set_value(Some(Box::new(offer)));
    })
}
