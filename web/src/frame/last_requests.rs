//! What is sent when the session ends.

use std::rc::Rc;

use leptos::prelude::untrack;

use crate::locale::texts;
use crate::queries::deletions::use_unsent_deletions;
use crate::session::use_session;
use crate::ui::use_notices;

/// Sends deletions that wait when the session ends, and says how many of them did not finish.
pub(super) fn send_deletions_at_the_end() {
    let (session, notices, deletions) = (use_session(), use_notices(), use_unsent_deletions());
    session.set_last_requests(Rc::new(move || {
        let sent = deletions.finish();
        Box::pin(async move {
            let unanswered = sent.await;
            // After any other end, the next session sends them.
            if unanswered > 0 && !untrack(|| session.has_expired()) {
                notices.notify((texts().frame().not_deleted)(unanswered as u64));
            }
        })
    }));
}
