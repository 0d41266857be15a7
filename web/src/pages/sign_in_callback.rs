//! The redirect target of the consent page. Finishes the sign-in.

use answerdeck_client::Error;
use leptos::prelude::*;

use crate::forms::SignInProblemView;
use crate::locale::t;
use crate::paths::{START, SignInParams, UrlParams};
use crate::reactive::live;
use crate::router::use_router;
use crate::session::{return_address, use_session};
use crate::ui::{ButtonLink, PageHeader};

pub fn view() -> AnyView {
    let session = use_session();
    let router = use_router();
    let problem = RwSignal::new(None::<Error>);

    leptos::task::spawn_local(async move {
        match session.finish_sign_in().await {
            // Replaces the address that contains the used code in the history.
            Ok(next) => router.navigate(next.as_deref().unwrap_or(START), true),
            Err(error) => {
                problem.try_set(Some(error));
            }
        }
    });

    view! {
        <div class="sign-in">
            <div class="sign-in-card">
                {live(move || match problem.get() {
                    None => view! { <PageHeader title=t(|t| t.sign_in().finishing) /> }.into_any(),
                    Some(error) => view! {
                        <PageHeader title=t(|t| t.sign_in().failed) />
                        <SignInProblemView error />
                        <ButtonLink
                            label=t(|t| t.sign_in().back)
                            href=SignInParams { next: return_address() }.address()
                        />
                    }
                    .into_any(),
                })}
            </div>
        </div>
    }
    .into_any()
}
