//! What stands above every page, and the parts that hold the pages.

use leptos::prelude::*;

use crate::components::Notices;
use crate::frame::{Frame, arrive};
use crate::locale::language;
use crate::pages;
use crate::paths::Page;
use crate::queries::provide_queries;
use crate::reactive::effect;
use crate::router::{Outlet, Part, provide_router};
use crate::session::{provide_session, use_session};

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

// Loads the code of a page. Without the feature `split`, the program contains the code of every page.
macro_rules! lazy_page {
    ($page:path) => {{
        #[cfg(feature = "split")]
        let page = Box::pin($page());
        #[cfg(not(feature = "split"))]
        let page = Box::pin(std::future::ready($page()));
        page
    }};
}

fn part(page: Page) -> Part {
    match page {
        Page::SignIn => lazy_page!(pages::sign_in::sign_in_page),
        Page::SignInCallback => lazy_page!(pages::sign_in_callback::sign_in_callback_page),
        Page::PromptSets => lazy_page!(pages::prompt_sets::prompt_sets_page),
        Page::Prompts => lazy_page!(pages::prompts::prompts_page),
        Page::Prompt => lazy_page!(pages::prompt::prompt_page),
        Page::Runs => lazy_page!(pages::runs::runs_page),
        Page::RunStart => lazy_page!(pages::run_start::run_start_page),
        Page::Run => lazy_page!(pages::run::run_page),
        Page::Answers => lazy_page!(pages::answers::answers_page),
        Page::Answer => lazy_page!(pages::answer::answer_page),
        Page::NotFound => lazy_page!(pages::not_found::not_found_page),
    }
}
