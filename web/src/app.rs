//! What stands above every page, and the parts that hold the pages.

use leptos::prelude::*;

use crate::frame::{Frame, arrive};
use crate::locale::language;
use crate::pages;
use crate::paths::Page;
use crate::queries::provide_queries;
use crate::reactive::effect;
use crate::router::{LazyPage, Outlet, provide_router};
use crate::session::{provide_session, use_session};
use crate::ui::Notices;

/// The whole console.
#[component]
pub fn App() -> AnyView {
    provide_session();
    arrive(use_session());
    provide_router();
    provide_queries();
    provide_context(Notices::new());
    effect(|| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", language().tag());
        }
    });
    view! {
        <Frame>
            <Outlet part />
        </Frame>
    }
    .into_any()
}

fn part(page: Page) -> LazyPage {
    match page {
        Page::SignIn => Box::pin(pages::sign_in::sign_in_page()),
        Page::SignInCallback => Box::pin(pages::sign_in_callback::sign_in_callback_page()),
        Page::PromptSets => Box::pin(pages::prompt_sets::prompt_sets_page()),
        Page::Prompts => Box::pin(pages::prompts::prompts_page()),
        Page::Prompt => Box::pin(pages::prompt::prompt_page()),
        Page::Runs => Box::pin(pages::runs::runs_page()),
        Page::RunStart => Box::pin(pages::run_start::run_start_page()),
        Page::Run => Box::pin(pages::run::run_page()),
        Page::Answers => Box::pin(pages::answers::answers_page()),
        Page::Answer => Box::pin(pages::answer::answer_page()),
        Page::NotFound => Box::pin(pages::not_found::not_found_page()),
    }
}
