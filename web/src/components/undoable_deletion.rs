//! Deletions that can be undone for a while.

use std::time::Duration;

use leptos::prelude::*;

use crate::locale::t;
use crate::queries::deletions::Deletions;
use crate::ui::{NoticeAction, focus_later, use_notices};

/// How long a deletion can be undone before it is sent.
const UNDO_TIME: Duration = Duration::from_secs(10);

/// Returns a function that deletes things by their ids, and shows a notice that offers to undo it.
pub fn use_undoable_deletion(deletions: Deletions) -> Callback<(Vec<String>, String)> {
    let notices = use_notices();
    let dismiss = StoredValue::new(None::<Box<dyn Fn() + Send + Sync>>);
    let dismiss_undo = move || {
        dismiss.try_update_value(|dismiss| dismiss.take().into_iter().for_each(|dismiss| dismiss()));
    };
    on_cleanup(dismiss_undo);
    deletions.on_sent(Callback::new(move |()| dismiss_undo()));
    // Created here, so that they belong to the page. The returned function runs in the scope of a row, and rows are rebuilt
    // while the message is shown.
    let on_click = Callback::new(move |()| {
        // The button with the focus disappears.
        if let Some(id) = deletions.undo().first() {
            focus_later(&format!("tbody th a[href*='{id}']"));
        }
    });
    let on_end = Callback::new(move |()| deletions.send());
    let label = t(|t| t.common().undo);
    Callback::new(move |(ids, message): (Vec<String>, String)| {
        // Only the last deletion can be undone.
        dismiss_undo();
        deletions.delete(ids);
        let dismiss_notice =
            notices.notify_with_action(message, NoticeAction { label, time: UNDO_TIME, on_click, on_end });
        dismiss.set_value(Some(Box::new(dismiss_notice)));
    })
}
