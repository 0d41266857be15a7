//! The root component, and the function that loads each page.

use leptos::prelude::*;

use crate::frame::{Frame, redirect_to_sign_in};
use crate::language::language;
use crate::pages;
use crate::queries::provide_queries;
use crate::reactive::effect;
use crate::router::{LazyPage, Outlet, provide_router};
use crate::routes::{Page, ROUTES};
use crate::session::{provide_session, use_session};
use crate::ui::Notices;

#[component]
pub fn App() -> AnyView {
    provide_session();
    redirect_to_sign_in(use_session());
    provide_router();
    provide_queries();
    provide_context(Notices::new());
    effect(|| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", language().tag());
        }
    });
    let session = use_session();
    view! {
        <Frame>
            <Outlet load is_signed_in=Memo::new(move |_| session.is_signed_in()) />
        </Frame>
    }
    .into_any()
}

// Makes the function that loads a page. A page without a route does not compile, nor does a route that names another
// function.
macro_rules! load_page {
    ($($page:ident => $module:ident::$loader:ident,)*) => {
        fn load(page: Page) -> LazyPage {
            match page {
                $(
                    #[cfg(feature = "split")]
                    Page::$page => Box::pin(pages::$module::$loader()),
                    // Without splitting, the program contains the code of every page.
                    #[cfg(not(feature = "split"))]
                    Page::$page => Box::pin(std::future::ready(pages::$module::$loader())),
                )*
            }
        }

        const _: () = {
            $(assert!(
                is_loader(Page::$page, stringify!($loader)),
                concat!("the route of ", stringify!($page), " does not name ", stringify!($loader)),
            );)*
        };
    };
}

load_page! {
    SignIn => sign_in::sign_in_page,
    SignInCallback => sign_in_callback::sign_in_callback_page,
    Overview => overview::overview_page,
    PromptSets => prompt_sets::prompt_sets_page,
    Prompts => prompts::prompts_page,
    Prompt => prompt::prompt_page,
    PromptModels => prompt_models::prompt_models_page,
    Runs => runs::runs_page,
    RunStart => run_start::run_start_page,
    Run => run::run_page,
    Schedules => schedules::schedules_page,
    ScheduleForm => schedule_form::schedule_form_page,
    Schedule => schedule::schedule_page,
    Answers => answers::answers_page,
    Answer => answer::answer_page,
    Brands => brands::brands_page,
    Brand => brand::brand_page,
    Sources => sources::sources_page,
    Fanouts => fanouts::fanouts_page,
    Words => words::words_page,
    Keywords => keywords::keywords_page,
    SiteKeywords => site_keywords::site_keywords_page,
    SiteAnalysis => site_analysis::site_analysis_page,
    Alerts => alerts::alerts_page,
    Digests => digests::digests_page,
    Settings => settings::settings_page,
    NotFound => not_found::not_found_page,
}

// Whether the page has a route and each of its routes names the function.
const fn is_loader(page: Page, name: &str) -> bool {
    let mut found = false;
    let mut index = 0;
    while index < ROUTES.len() {
        let route = ROUTES[index];
        if route.page as u8 == page as u8 {
            if !equal(route.loader.as_bytes(), name.as_bytes()) {
                return false;
            }
            found = true;
        }
        index += 1;
    }
    found
}

const fn equal(left: &[u8], right: &[u8]) -> bool {
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    index == left.len() && index == right.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_no_route_of_the_page_names_is_not_its_loader() {
        assert!(is_loader(Page::Run, "run_page"));
        assert!(!is_loader(Page::Run, "run_start_page"));
        assert!(!is_loader(Page::Run, "run_"));
    }
}
