//! Signing out.

use leptos::prelude::*;

use crate::locale::texts;
use crate::navigation::use_navigate;
use crate::paths::SIGN_IN;
use crate::queries::deletions::use_unsent_deletions;
use crate::session::use_session;
use crate::ui::use_notices;

/// Returns a function that signs out.
pub(super) fn use_sign_out() -> impl Fn() + Copy + 'static {
    let (session, notices, deletions) = (use_session(), use_notices(), use_unsent_deletions());
    let navigate = StoredValue::new_local(use_navigate());
    let sign_out = move || {
        // Navigates first: after a sign-out, sign-in does not return to this page.
        navigate.try_with_value(|navigate| navigate(SIGN_IN, false));
        session.sign_out();
        notices.notify(texts().frame().signed_out.to_owned());
    };
    // Without a session, nothing could be deleted any more.
    move || match deletions.finish() {
        None => sign_out(),
        Some(sent) => leptos::task::spawn_local(async move {
            let unanswered = sent.await;
            sign_out();
            if unanswered > 0 {
                notices.notify((texts().frame().not_deleted)(unanswered as u64));
            }
        }),
    }
}
