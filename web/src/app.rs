//! What stands above every page, and the table of routes.

use leptos::prelude::*;
use leptos_router::Lazy;
use leptos_router::components::{FlatRoutes, Redirect, Route, Router};

use crate::components::Notices;
use crate::frame::{Frame, NotFound, arrive};
use crate::locale::language;
use crate::pages::answer::AnswerPage;
use crate::pages::answers::AnswersPage;
use crate::pages::prompt::PromptPage;
use crate::pages::prompt_sets::PromptSetsPage;
use crate::pages::prompts::PromptsPage;
use crate::pages::run::RunPage;
use crate::pages::run_start::RunStartPage;
use crate::pages::runs::RunsPage;
use crate::pages::sign_in::SignInPage;
use crate::pages::sign_in_callback::SignInCallbackPage;
use crate::paths::{self, pattern};
use crate::queries::provide_queries;
use crate::reactive::effect;
use crate::session::{provide_session, use_session};

/// The whole console.
#[component]
pub fn App() -> impl IntoView {
    provide_session();
    arrive(use_session());
    provide_queries();
    provide_context(Notices::new());
    effect(|| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", language().tag());
        }
    });
    view! {
        <Router>
            <Frame>
                <FlatRoutes fallback=|| view! { <NotFound /> }>
                    <Route path=pattern::START view=|| view! { <Redirect path=paths::PROMPT_SETS /> } />
                    <Route path=pattern::SIGN_IN view={Lazy::<SignInPage>::new()} />
                    <Route path=pattern::SIGN_IN_CALLBACK view={Lazy::<SignInCallbackPage>::new()} />
                    <Route path=pattern::PROMPT_SETS view={Lazy::<PromptSetsPage>::new()} />
                    <Route path=pattern::PROMPTS view={Lazy::<PromptsPage>::new()} />
                    <Route path=pattern::PROMPT view={Lazy::<PromptPage>::new()} />
                    <Route path=pattern::RUNS view={Lazy::<RunsPage>::new()} />
                    <Route path=pattern::RUN_START view={Lazy::<RunStartPage>::new()} />
                    <Route path=pattern::RUN view={Lazy::<RunPage>::new()} />
                    <Route path=pattern::ANSWERS view={Lazy::<AnswersPage>::new()} />
                    <Route path=pattern::ANSWER view={Lazy::<AnswerPage>::new()} />
                </FlatRoutes>
            </Frame>
        </Router>
    }
}
