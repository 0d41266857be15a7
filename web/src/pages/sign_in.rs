//! Sign in: with the consent page or an API key, on this server or another. `get_organization` tries a key.

use leptos::prelude::*;

use crate::components::{Icon, IconName, PageHead};
use crate::forms::SignInForm;
use crate::frame::{LanguageChoice, ThemeChoice};
use crate::locale::t;
use crate::navigation::{use_navigate, use_url_params};
use crate::paths::{START, SignInParams};
use crate::reactive::effect;
use crate::router::PageView;
use crate::session::use_session;

/// Sign in.
#[cfg_attr(feature = "split", lazy)]
pub fn sign_in_page() -> PageView {
    view
}

fn view() -> AnyView {
    let params = use_url_params::<SignInParams>();
    let session = use_session();
    let go = use_navigate();

    // Whoever is signed in has nothing to do here.
    effect(move || {
        if session.is_signed_in() {
            go(params.get_untracked().next.as_deref().unwrap_or(START), true);
        }
    });

    view! {
        <div class="gate">
            <div class="gate-card">
                <span class="brand">
                    <Icon icon=IconName::Logo />
                    "Answerdeck"
                </span>
                <PageHead title=t(|t| t.sign_in().title) sentence=t(|t| t.sign_in().sentence) />
                {move || {
                    session.has_expired().then(|| view! { <p role="status">{t(|t| t.sign_in().expired)}</p> })
                }}
                <SignInForm next=Signal::derive(move || params.get().next) />
            </div>
            <div class="gate-foot">
                <LanguageChoice />
                <ThemeChoice />
            </div>
        </div>
    }
    .into_any()
}
