//! Every page of the console, and what its path loads.
//!
//! The router reads this list, and crates/console-build/src/route_list.rs makes from it the list that the start script reads. That
//! crate includes this file, so it imports nothing but the paths.

use answerdeck_api::console_page::{
    ALERTS, ANSWER, ANSWERS, BRAND, BRANDS, DIGEST, DIGESTS, FANOUTS, KEYWORDS, OVERVIEW, PROMPT, PROMPT_MODELS,
    PROMPT_SETS, PROMPTS, RUN, RUN_START, RUNS, SCHEDULE, SCHEDULE_EDIT, SCHEDULE_NEW, SCHEDULES, SETTINGS, SIGN_IN,
    SIGN_IN_CALLBACK, SITE_ANALYSIS, SITE_KEYWORDS, SOURCES, START, WORDS, matches,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    SignIn,
    /// The end of a sign-in with OAuth.
    SignInCallback,
    Overview,
    PromptSets,
    Prompts,
    Prompt,
    /// The models' answers to one prompt, side by side.
    PromptModels,
    Runs,
    RunStart,
    Run,
    Schedules,
    /// The form that creates or edits a schedule.
    ScheduleForm,
    Schedule,
    Answers,
    Answer,
    Brands,
    Brand,
    Sources,
    Fanouts,
    Words,
    Keywords,
    /// The analyses of the keywords of sites.
    SiteKeywords,
    SiteAnalysis,
    Alerts,
    Digests,
    Settings,
    /// Any address that leads to no page.
    NotFound,
}

/// A path and the page that it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Route {
    pub page: Page,
    /// Its path. `*` matches every path.
    pub path: &'static str,
    /// The name of the `#[lazy]` function that loads the page.
    #[allow(dead_code, reason = "crates/console-build reads it")]
    pub loader: &'static str,
}

/// A part of pages whose code is loaded when it is first used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(dead_code, reason = "crates/console-build reads it")]
pub struct LazyPart {
    /// The name of the `#[lazy]` function that loads it.
    pub loader: &'static str,
    /// The loaders of the pages or parts that use it: it is loaded without the code that all of them share. Empty if many pages
    /// use it.
    pub owners: &'static [&'static str],
    /// Whether its owners always show it: then it is fetched with them.
    pub is_always_shown: bool,
}

const fn part(loader: &'static str, owners: &'static [&'static str]) -> LazyPart {
    LazyPart { loader, owners, is_always_shown: false }
}

const fn always_shown(loader: &'static str, owners: &'static [&'static str]) -> LazyPart {
    LazyPart { loader, owners, is_always_shown: true }
}

#[allow(dead_code, reason = "crates/console-build reads it")]
pub const LAZY_PARTS: &[LazyPart] = &[
    part("answer_filters", &[]),
    part("csv_export", &[]),
    part("chart_downloads", &[]),
    part("saved_views", &[]),
    part("shortcut_list", &[]),
    part("brand_form", &[]),
    part("prompt_forms", &[]),
    part("keyword_prompts", &[]),
    part("keyword_results", &["keywords_page"]),
    part("keywords_of_both", &["keyword_results"]),
    always_shown("answer_text", &["answer_page", "prompt_models_page"]),
    part("answer_changes", &["prompt_page"]),
    always_shown("prompt_answer_figures", &["prompt_page"]),
    part("prompt_picker", &["run_start_page", "schedule_form_page"]),
    part("answers_of_figure", &["brand_page"]),
    always_shown("overview_figures", &["overview_page"]),
    part("overview_checklist", &["overview_page"]),
    part("suggested_prompts", &["overview_checklist"]),
    always_shown("brand_figures", &["brand_page"]),
    part("source_chart", &["sources_page"]),
    part("source_gaps", &["sources_page"]),
    part("source_changes", &["sources_page"]),
    part("source_domain", &["sources_page"]),
    part("source_trends", &["sources_page"]),
    part("fanout_answers", &["fanouts_page"]),
    part("fanout_chart", &["fanouts_page"]),
    part("run_failures", &["run_page"]),
    part("text_search", &["answers_page"]),
    part("command_palette", &[]),
    part("sign_in_actions", &["sign_in_page"]),
];

const NOT_FOUND: Route = Route { page: Page::NotFound, path: "*", loader: "not_found_page" };

/// The routes in order of matching. The first one that matches a path wins; the last one matches every path.
///
/// A page may have several paths: [`START`] is listed with the page that it redirects to.
pub const ROUTES: &[Route] = &[
    Route { page: Page::Overview, path: START, loader: "overview_page" },
    Route { page: Page::SignIn, path: SIGN_IN, loader: "sign_in_page" },
    Route { page: Page::SignInCallback, path: SIGN_IN_CALLBACK, loader: "sign_in_callback_page" },
    Route { page: Page::Overview, path: OVERVIEW, loader: "overview_page" },
    Route { page: Page::PromptSets, path: PROMPT_SETS, loader: "prompt_sets_page" },
    Route { page: Page::Prompts, path: PROMPTS, loader: "prompts_page" },
    Route { page: Page::Prompt, path: PROMPT, loader: "prompt_page" },
    Route { page: Page::PromptModels, path: PROMPT_MODELS, loader: "prompt_models_page" },
    Route { page: Page::Runs, path: RUNS, loader: "runs_page" },
    Route { page: Page::RunStart, path: RUN_START, loader: "run_start_page" },
    Route { page: Page::Run, path: RUN, loader: "run_page" },
    Route { page: Page::Schedules, path: SCHEDULES, loader: "schedules_page" },
    Route { page: Page::ScheduleForm, path: SCHEDULE_NEW, loader: "schedule_form_page" },
    Route { page: Page::Schedule, path: SCHEDULE, loader: "schedule_page" },
    Route { page: Page::ScheduleForm, path: SCHEDULE_EDIT, loader: "schedule_form_page" },
    Route { page: Page::Answers, path: ANSWERS, loader: "answers_page" },
    Route { page: Page::Answer, path: ANSWER, loader: "answer_page" },
    Route { page: Page::Brands, path: BRANDS, loader: "brands_page" },
    Route { page: Page::Brand, path: BRAND, loader: "brand_page" },
    Route { page: Page::Sources, path: SOURCES, loader: "sources_page" },
    Route { page: Page::Fanouts, path: FANOUTS, loader: "fanouts_page" },
    Route { page: Page::Words, path: WORDS, loader: "words_page" },
    Route { page: Page::Keywords, path: KEYWORDS, loader: "keywords_page" },
    Route { page: Page::SiteKeywords, path: SITE_KEYWORDS, loader: "site_keywords_page" },
    Route { page: Page::SiteAnalysis, path: SITE_ANALYSIS, loader: "site_analysis_page" },
    Route { page: Page::Alerts, path: ALERTS, loader: "alerts_page" },
    Route { page: Page::Digests, path: DIGESTS, loader: "digests_page" },
    Route { page: Page::Digests, path: DIGEST, loader: "digests_page" },
    Route { page: Page::Settings, path: SETTINGS, loader: "settings_page" },
    NOT_FOUND,
];

impl Route {
    pub fn of(path: &str) -> &'static Self {
        ROUTES.iter().find(|route| route.matches(path)).unwrap_or(&NOT_FOUND)
    }

    /// Whether the page requires a session. Without one, its address leads to the sign-in page.
    pub fn needs_session(&self) -> bool {
        !matches!(self.page, Page::SignIn | Page::SignInCallback)
    }

    fn matches(&self, path: &str) -> bool {
        self.path == NOT_FOUND.path || matches(self.path, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_one_page() {
        for (path, page) in [
            ("/", Page::Overview),
            ("/overview", Page::Overview),
            ("/sign-in", Page::SignIn),
            ("/sign-in/callback", Page::SignInCallback),
            ("/prompt-sets", Page::PromptSets),
            ("/prompts/", Page::Prompts),
            ("/prompts/1", Page::Prompt),
            ("/prompts/1/models", Page::PromptModels),
            ("/runs/new", Page::RunStart),
            ("/runs/1", Page::Run),
            ("/runs/1/2", Page::NotFound),
            ("/schedules/new", Page::ScheduleForm),
            ("/schedules/1", Page::Schedule),
            ("/schedules/1/edit", Page::ScheduleForm),
            ("/answers/1", Page::Answer),
            ("/brands", Page::Brands),
            ("/brands/1", Page::Brand),
            ("/keywords", Page::Keywords),
            ("/site-keywords", Page::SiteKeywords),
            ("/site-keywords/1", Page::SiteAnalysis),
            ("/digests/1", Page::Digests),
            ("/sign-in/elsewhere", Page::NotFound),
            ("/nowhere", Page::NotFound),
        ] {
            assert_eq!(Route::of(path).page, page, "{path}");
        }
    }

    #[test]
    fn every_page_has_a_route_and_the_last_route_no_page() {
        let paths: Vec<&str> = ROUTES.iter().map(|route| route.path).collect();
        assert_eq!(paths.split_last(), Some((&NOT_FOUND.path, answerdeck_api::console_page::ALL)));
    }

    #[test]
    fn every_route_matches_its_own_path_first_and_the_last_matches_every_path() {
        for route in ROUTES {
            assert_eq!(Route::of(route.path), route);
        }
        assert!(ROUTES.last().is_some_and(|last| last.matches("/") && last.matches("/a/b/c")));
    }
}
