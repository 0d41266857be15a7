//! Signing out.

use leptos::prelude::*;

use crate::locale::texts;
use crate::navigation::use_navigate;
use crate::paths::SIGN_IN;
use crate::session::use_session;
use crate::ui::use_notices;

/// Returns a function that signs out.
pub(super) fn use_sign_out() -> impl Fn() + Copy + 'static {
    let (session, notices) = (use_session(), use_notices());
    let navigate = StoredValue::new_local(use_navigate());
    move || {
        // Navigates first: after a sign-out, sign-in does not return to this page.
        navigate.with_value(|navigate| navigate(SIGN_IN, false));
        session.sign_out();
        notices.notify(texts().frame().signed_out.to_owned());
    }
}
