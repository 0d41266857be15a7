//! The root component, and the function that loads each page.

use leptos::prelude::*;

use crate::frame::{Frame, redirect_to_sign_in, with_shell};
use crate::language::language;
use crate::pages;
use crate::queries::provide_queries;
use crate::reactive::effect;
use crate::router::{LazyPage, Outlet, PageCode, provide_router};
use crate::routes::Page;
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
    view! { <Frame><Outlet load is_signed_in=Memo::new(move |_| session.is_signed_in()) /></Frame> }.into_any()
}

// Makes the lazy function of each page, and the function that loads a page.
macro_rules! load_page {
    ($($page:ident: $loader:ident = $code:expr,)*) => {
        $(
            #[cfg_attr(feature = "split", lazy)]
            fn $loader() -> PageCode {
                $code
            }
        )*

        fn load(page: Page) -> LazyPage {
            match page {
                $(
                    #[cfg(feature = "split")]
                    Page::$page => Box::pin($loader()),
                    // Without splitting, the program contains the code of every page.
                    #[cfg(not(feature = "split"))]
                    Page::$page => Box::pin(std::future::ready($loader())),
                )*
            }
        }

        #[cfg(test)]
        const LOADERS: &[(Page, &str)] = &[$((Page::$page, stringify!($loader)),)*];
    };
}

load_page! {
    SignIn: sign_in_page = PageCode::view_only(pages::sign_in::view),
    SignInCallback: sign_in_callback_page = PageCode::view_only(pages::sign_in_callback::view),
    Overview: overview_page = with_shell(pages::overview::view),
    PromptSets: prompt_sets_page = with_shell(pages::prompt_sets::view),
    Prompts: prompts_page = with_shell(pages::prompts::view),
    Prompt: prompt_page = with_shell(pages::prompt::view),
    PromptModels: prompt_models_page = with_shell(pages::prompt_models::view),
    Runs: runs_page = with_shell(pages::runs::view),
    RunStart: run_start_page = with_shell(pages::run_start::view),
    Run: run_page = with_shell(pages::run::view),
    Schedules: schedules_page = with_shell(pages::schedules::view),
    ScheduleForm: schedule_form_page = with_shell(pages::schedule_form::view),
    Schedule: schedule_page = with_shell(pages::schedule::view),
    Answers: answers_page = with_shell(pages::answers::view),
    Answer: answer_page = with_shell(pages::answer::view),
    Brands: brands_page = with_shell(pages::brands::view),
    Brand: brand_page = with_shell(pages::brand::view),
    Sources: sources_page = with_shell(pages::sources::view),
    Fanouts: fanouts_page = with_shell(pages::fanouts::view),
    Words: words_page = with_shell(pages::words::view),
    Keywords: keywords_page = with_shell(pages::keywords::view),
    SiteKeywords: site_keywords_page = with_shell(pages::site_keywords::view),
    SiteAnalysis: site_analysis_page = with_shell(pages::site_analysis::view),
    Alerts: alerts_page = with_shell(pages::alerts::view),
    Digests: digests_page = with_shell(pages::digests::view),
    Settings: settings_page = with_shell(pages::settings::view),
    NotFound: not_found_page = with_shell(pages::not_found::view),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::ROUTES;

    #[test]
    fn every_page_has_a_route_and_its_routes_name_its_loader() {
        for (page, loader) in LOADERS {
            let loaders: Vec<&str> =
                ROUTES.iter().filter(|route| route.page == *page).map(|route| route.loader).collect();
            assert!(!loaders.is_empty() && loaders.iter().all(|name| name == loader), "{page:?}: {loaders:?}");
        }
    }
}
