//! Answers: a filtered infinite list, or those with a phrase in their text. Uses `list_answers`, `match_answers`,
//! `search_answer_texts`, `list_brands`, `get_organization`, `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`.

mod finding;
mod list;
mod text_search;

use leptos::prelude::*;

use crate::components::{CoverageNote, settled_view};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::forms::AnswerFilters;
use crate::locale::t;
use crate::navigation::use_url_params;
use crate::paths::{AnswerFilterParams, AnswerListParams, UrlParams};
use crate::queries::answers::{AnswerList, use_answers};
use crate::queries::use_models;
use crate::reactive::{live, live_when};
use crate::router::use_router;
use crate::ui::{PageHeader, SearchField, loading};
use finding::{finding, use_naming};
use list::{focus_answer, list};
use text_search::TextSearchResults;

pub fn view() -> AnyView {
    let search_params = use_url_params::<AnswerListParams>();
    let params = Memo::new(move |_| search_params.get().answers);
    let is_search = Memo::new(move |_| search_params.with(|params| params.phrase.is_some()));
    let address =
        Callback::new(move |answers: AnswerFilterParams| AnswerListParams { answers, ..search_params.get() }.address());
    // Loads the names of the models at the same time as the answers, which contain only codes.
    let models = use_models();
    let (AnswerList { answers, naming, .. }, back_from) = use_answers(params);
    if let Some(id) = back_from {
        focus_answer(&id);
    }
    let naming = use_naming(params, naming);
    let total = Memo::new(move |_| naming.found.get().map(|(_, coverage)| coverage.answers));
    // Whether the search has found answers.
    let has_found = RwSignal::new(false);

    let router = use_router();
    let search = move |phrase: String| {
        let phrase = Some(phrase).filter(|phrase| !phrase.is_empty());
        // The first search adds an entry to the history, a changed one replaces it.
        let replace = is_search.get_untracked() && phrase.is_some();
        let address = AnswerListParams { phrase, ..search_params.get_untracked() }.address();
        router.navigate(&address, replace);
    };
    let export = move |()| {
        let params = search_params.get_untracked();
        if params.phrase.is_some() {
            return Export::List(Box::new(ListExport::AnswerTexts(Box::new(params))));
        }
        let list = match params.answers.brand_filter() {
            Some(filter) => ListExport::MatchedAnswers(Box::new(Some(filter))),
            None => ListExport::Answers(params.answers),
        };
        Export::List(Box::new(list))
    };
    let cannot_export = Signal::derive(move || if is_search.get() { !has_found.get() } else { answers.len() == 0 });

    let found = move || {
        let is_search = is_search.get();
        untrack(|| match is_search {
            true => view! { <TextSearchResults params=search_params total has_found /> }.into_any(),
            false => list(answers, params, naming.found, address),
        })
    };
    view! {
        <PageHeader title=t(|t| t.frame().answers)>
            <ExportCsv export disabled=cannot_export />
        </PageHeader>
        <div class="search-and-filters">
            <SearchField
                id="answers-search"
                label=t(|t| t.answers().search_texts)
                value=Signal::derive(move || search_params.get().phrase.unwrap_or_default())
                on_search=search
            />
            <AnswerFilters params address has_brands=true />
        </div>
        {live_when(move || !is_search.get(), move || finding(answers, params, naming))}
        <CoverageNote coverage=Signal::derive(move || naming.found.get().map(|(_, coverage)| coverage)) />
        <section class="section" aria-label=t(|t| t.frame().answers)>
            {settled_view(models, loading, move || live(found))}
        </section>
    }
    .into_any()
}
