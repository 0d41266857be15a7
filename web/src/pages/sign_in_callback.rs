//! Where the consent page sends the person back to: the sign-in is finished here.

use answerdeck_client::Error;
use leptos::prelude::*;

use crate::components::PageHead;
use crate::forms::SignInProblemView;
use crate::locale::t;
use crate::navigation::use_navigate;
use crate::paths::{SIGN_IN, START};
use crate::router::PageView;
use crate::session::use_session;

/// The way back from the consent page.
#[cfg_attr(feature = "split", lazy)]
pub fn sign_in_callback_page() -> PageView {
    view
}

fn view() -> AnyView {
    let session = use_session();
    let go = use_navigate();
    let problem = RwSignal::new(None::<Error>);

    leptos::task::spawn_local(async move {
        match session.finish_sign_in().await {
            // The address with the used code leaves the history.
            Ok(next) => go(next.as_deref().unwrap_or(START), true),
            Err(error) => {
                problem.try_set(Some(error));
            }
        }
    });

    view! {
        <div class="gate">
            <div class="gate-card">
                {move || match problem.get() {
                    None => view! { <PageHead title=t(|t| t.sign_in().finishing) /> }.into_any(),
                    Some(error) => {
                        view! {
                            <PageHead title=t(|t| t.sign_in().failed) />
                            <SignInProblemView error />
                            <a class="button" href=SIGN_IN>
                                {t(|t| t.sign_in().back)}
                            </a>
                        }
                            .into_any()
                    }
                }}
            </div>
        </div>
    }
    .into_any()
}
