//! Starting a run. Uses `list_prompt_sets`, `get_prompt_set`, `list_prompts`, `get_prompt`, `list_models`,
//! `list_regions`, `get_credit_balance` and `submit_run`.

use answerdeck_api::{PromptSet, RunId};
use leptos::prelude::*;

use crate::components::{Empty, PageHead, Skeleton, query_view, use_notices};
use crate::forms::RunStartForm;
use crate::frame::with_shell;
use crate::locale::{t, texts};
use crate::navigation::{use_navigate, use_url_params};
use crate::paths::{self, PROMPT_SETS, RUNS, RunStartParams};
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::queries::prompts::use_prompt;
use crate::queries::{QueryState, use_credits};
use crate::router::PageView;

/// Starting a run.
#[cfg_attr(feature = "split", lazy)]
pub fn run_start_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    let params = use_url_params::<RunStartParams>();
    let prompt = use_prompt(Signal::derive(move || params.get().prompt));
    let sets = use_all_prompt_sets();
    // Somebody else of the organization may have spent some.
    use_credits().retry();
    let go = StoredValue::new_local(use_navigate());
    let notices = use_notices();
    let started = move |id: RunId| {
        notices.tell(texts().runs().started.to_owned());
        go.with_value(|go| go(&paths::run(&id), true));
    };
    let form = move |sets: Vec<PromptSet>| {
        if sets.is_empty() {
            return no_sets();
        }
        let chosen = params.get();
        let prompt = match prompt.get() {
            _ if chosen.prompt.is_none() => None,
            QueryState::Loading => return waiting(),
            // A prompt that is gone is none that is chosen.
            QueryState::Failed(_) => None,
            QueryState::Ready(prompt) => Some(prompt),
        };
        view! { <RunStartForm sets set=chosen.set prompt on_started=started /> }.into_any()
    };
    view! {
        <PageHead
            title=t(|t| t.runs().start)
            sentence=t(|t| t.runs().start_sentence)
            back=(t(|t| t.runs().back), RUNS.to_owned())
        />
        {query_view(sets, waiting, form)}
    }
    .into_any()
}

fn waiting() -> AnyView {
    view! { <Skeleton /> }.into_any()
}

fn no_sets() -> AnyView {
    view! {
        <Empty title=t(|t| t.runs().no_sets) sentence=t(|t| t.runs().no_sets_sentence)>
            <a class="button" data-variant="primary" href=PROMPT_SETS>
                {t(|t| t.prompt_sets().title)}
            </a>
        </Empty>
    }
    .into_any()
}
