//! Starting a run. Uses `list_prompt_sets`, `get_prompt_set`, `list_prompts`, `get_prompt`, `list_models`,
//! `list_regions`, `get_organization`, `get_credit_balance`, `get_run` and `submit_run`.

use answerdeck_api::{PromptSet, RunId};
use leptos::prelude::*;

use crate::components::{query_view, settled_view};
use crate::forms::{RunStartForm, no_sets};
use crate::locale::{t, texts};
use crate::navigation::use_url_params;
use crate::paths::{self, RUNS, RunStartParams, UrlParams};
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::queries::run_selection::use_selection;
use crate::queries::{Kind, refresh_on_return, refreshed, use_credits, use_organization};
use crate::router::use_router;
use crate::ui::{PageHeader, loading, use_notices};

pub fn view() -> AnyView {
    let params = use_url_params::<RunStartParams>();
    let selection = use_selection(params);
    let sets = use_all_prompt_sets();
    // Another member of the organization may have spent credits, or the operator may have added some.
    refreshed(use_credits(), Kind::Credits);
    refresh_on_return(Kind::Credits);
    let router = use_router();
    let notices = use_notices();
    let started = move |id: RunId| {
        notices.notify(texts().run_form().started.to_owned());
        router.navigate(&paths::run(&id), true);
    };
    let form = move |sets: Vec<PromptSet>| {
        if sets.is_empty() {
            return no_sets();
        }
        query_view(selection, loading, move |selection| {
            let (sets, draft) = (sets.clone(), params.get().address());
            view! { <RunStartForm sets selection draft on_started=started /> }.into_any()
        })
    };
    view! {
        <PageHeader
            title=t(|t| t.common().new_run)
            description=t(|t| t.run_form().start_description)
            back=(t(|t| t.frame().runs), RUNS.into())
        />
        // The form preselects the organization's region.
        {settled_view(use_organization(), loading, move || query_view(sets, loading, form))}
    }
    .into_any()
}
