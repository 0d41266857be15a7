//! Every page of the console. The router and the build of its scripts read this list, so this file imports nothing.

/// The pages, each a lazy function of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    SignIn,
    SignInCallback,
    PromptSets,
    Prompts,
    Prompt,
    Runs,
    RunStart,
    Run,
    Answers,
    Answer,
    NotFound,
}

/// A path of the console, and the page that it shows.
#[derive(Debug)]
pub struct Route {
    /// Page that the path shows.
    pub page: Page,
    /// Segments between slashes. `:id` stands for any text, and `*` for any path.
    pub path: &'static str,
    /// Name of the page's `#[lazy]` function.
    pub loader: &'static str,
    /// Whether the page is shown only to a signed-in person.
    pub needs_session: bool,
}

/// The routes in order of matching.
pub const ROUTES: &[Route] = &[
    Route { page: Page::SignIn, path: "/sign-in", loader: "sign_in_page", needs_session: false },
    Route {
        page: Page::SignInCallback,
        path: "/sign-in/callback",
        loader: "sign_in_callback_page",
        needs_session: false,
    },
    Route { page: Page::PromptSets, path: "/", loader: "prompt_sets_page", needs_session: true },
    Route { page: Page::PromptSets, path: "/prompt-sets", loader: "prompt_sets_page", needs_session: true },
    Route { page: Page::Prompts, path: "/prompts", loader: "prompts_page", needs_session: true },
    Route { page: Page::Prompt, path: "/prompts/:id", loader: "prompt_page", needs_session: true },
    Route { page: Page::Runs, path: "/runs", loader: "runs_page", needs_session: true },
    Route { page: Page::RunStart, path: "/runs/new", loader: "run_start_page", needs_session: true },
    Route { page: Page::Run, path: "/runs/:id", loader: "run_page", needs_session: true },
    Route { page: Page::Answers, path: "/answers", loader: "answers_page", needs_session: true },
    Route { page: Page::Answer, path: "/answers/:id", loader: "answer_page", needs_session: true },
    Route { page: Page::NotFound, path: "*", loader: "not_found_page", needs_session: true },
];
