//! Sign-in through the consent page or with an API key, on this server or another. Uses `get_organization` to check a key.

use leptos::prelude::*;

use crate::forms::sign_in_form;
use crate::frame::{LanguageChoice, ThemeChoice};
use crate::locale::t;
use crate::navigation::use_url_params;
use crate::paths::{START, SignInParams};
use crate::reactive::{effect, live_when};
use crate::router::use_router;
use crate::session::use_session;
use crate::ui::{Icon, IconName, PageHeader};

pub fn view() -> AnyView {
    let params = use_url_params::<SignInParams>();
    let session = use_session();
    let router = use_router();

    // A person with a session is redirected.
    effect(move || {
        if session.is_signed_in() {
            router.navigate(params.get_untracked().next.as_deref().unwrap_or(START), true);
        }
    });

    view! {
        <div class="sign-in">
            <div class="sign-in-card">
                <span class="brand"><Icon icon=IconName::Logo />"Answerdeck"</span>
                <PageHeader title=t(|t| t.sign_in().title) description=t(|t| t.sign_in().description) />
                {live_when(
                    move || session.has_expired(),
                    || view! { <p role="status">{t(|t| t.sign_in().expired)}</p> },
                )}
                {sign_in_form(Signal::derive(move || params.get().next))}
            </div>
            <div class="sign-in-preferences"><LanguageChoice /><ThemeChoice /></div>
        </div>
    }
    .into_any()
}
