//! Answers: a filtered infinite list, or those with a phrase in their text. Uses `list_answers`, `match_answers`,
//! `search_answer_texts`, `list_brands`, `get_organization`, `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`.

mod list;
mod text_search;

use answerdeck_api::metrics::AnswerMatchFilter;
use answerdeck_api::{Answer, Brand};
use leptos::prelude::*;

use crate::components::{CoverageNote, Sentence, finding_view, own_finding, provide_route_caveat, settled_view};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::forms::{AnswerFilters, FiltersButton, PageFilters};
use crate::lazy::{lazy_view, loaded};
use crate::locale::{t, texts};
use crate::navigation::use_url_params;
use crate::paths::{AnswerFilterParams, AnswerListParams, StatusFilter, UrlParams};
use crate::queries::answers::{AnswerList, use_answers};
use crate::queries::brands::{use_all_brands, use_own_brand, use_own_brand_id};
use crate::queries::metrics::{MatchCount, use_match_total};
use crate::queries::{Items, Kind, Query, use_models};
use crate::reactive::{live_on, live_when};
use crate::router::use_router;
use crate::ui::{PageHeader, SearchField, loading};
use list::{focus_answer, list};

pub fn view() -> AnyView {
    let search_params = use_url_params::<AnswerListParams>();
    let params = Memo::new(move |_| search_params.get().answers);
    provide_route_caveat(params);
    let is_search = Memo::new(move |_| search_params.with(|params| params.phrase.is_some()));
    let address = move |answers| AnswerListParams { answers, ..search_params.get() }.address();
    let filters = PageFilters { has_brands: true, ..PageFilters::new(params, address) };
    // Loads the names of the models at the same time as the answers, which contain only codes.
    let models = use_models();
    let (AnswerList { answers, naming, .. }, back_from) = use_answers(params);
    if let Some(id) = back_from {
        focus_answer(&id);
    }
    let (naming, of_own) = use_naming(params, naming);
    let total = Memo::new(move |_| naming.get().map(|(_, coverage)| coverage.answers));
    let has_found = RwSignal::new(false);

    let router = use_router();
    let search = move |phrase: Option<String>| {
        // The first search adds an entry to the history, a changed one replaces it.
        let replace = is_search.get_untracked() && phrase.is_some();
        let address = AnswerListParams { phrase, ..search_params.get_untracked() }.address();
        router.navigate(&address, replace);
    };
    let export = move |()| {
        let params = search_params.get();
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

    let answers_or_excerpts = move |is_search: bool| match is_search {
        true => {
            let code = loaded(text_search::load);
            lazy_view(code, loading, move |results| results(search_params, total, has_found))
        }
        false => list(answers, params, naming, filters.address),
    };
    view! {
        <PageHeader title=t(|t| t.frame().answers)><ExportCsv export disabled=cannot_export /></PageHeader>
        <div class="search-and-filters">
            <SearchField
                id="answers-search"
                label=t(|t| t.answers().search_texts)
                value=Signal::derive(move || search_params.get().phrase)
                on_search=search
            />
            <FiltersButton filters />
            <AnswerFilters filters />
        </div>
        {live_when(move || !is_search.get(), move || finding(answers, params, naming, of_own))}
        <CoverageNote coverage=Signal::derive(move || naming.get().map(|(_, coverage)| coverage)) />
        <section class="section" aria-label=t(|t| t.frame().answers)>
            {settled_view(models, loading, move || live_on(is_search, answers_or_excerpts))}
        </section>
    }
    .into_any()
}

// How many of the listed answers name a brand: that of the filter, for which the list sets `of_filter`, or else the own one, which the
// query is about. `None` while it is unknown.
fn use_naming(
    params: Memo<AnswerFilterParams>,
    of_filter: RwSignal<Option<MatchCount>>,
) -> (Memo<Option<MatchCount>>, Query<MatchCount>) {
    let (brands, own) = (use_all_brands(), use_own_brand_id());
    let of_own = use_match_total(&[Kind::Brands, Kind::Answers], move || {
        let params = params.get();
        let is_known = params.brand.is_none() && !brands.is_loading();
        let names_brand_ids = own.get().into_iter().collect();
        is_known.then(|| AnswerMatchFilter { names_brand_ids, ..params.scope().into() })
    });
    // Of the answers that are listed, not of those before.
    let naming = Memo::new(move |_| match params.with(|params| params.brand.is_some()) {
        true => of_filter.get(),
        false => of_own.value().filter(|_| !of_own.is_fetching()),
    });
    (naming, of_own)
}

// Says it, with a link to these answers.
fn finding(
    answers: Query<Items<Answer>>,
    params: Memo<AnswerFilterParams>,
    naming: Memo<Option<MatchCount>>,
    of_own: Query<MatchCount>,
) -> AnyView {
    let (brands, own) = (use_all_brands(), use_own_brand());
    let brand = Memo::new(move |_| {
        let Some(id) = params.with(|params| params.brand.clone()) else { return own.get() };
        brands.with(|brands| brands?.iter().find(|brand| brand.id == id).cloned())
    });
    let sentences = Memo::new(move |_| {
        let is_known = brands.with(|brands| brands.is_some()) && !answers.is_loading();
        let params = params.get();
        let said = || match brand.get() {
            Some(brand) => sentence(&brand, naming.get()?, &params),
            None if params.brand.is_some() => None,
            None => Some(Sentence::no_brand()),
        };
        is_known.then(said).flatten().into_iter().collect::<Vec<_>>()
    });
    // Without answers, the list says what to do. Failed ones name no brand.
    let is_shown = move || {
        let is_failed = params.with(|params| params.status == StatusFilter::Failed);
        (answers.is_loading() || answers.len() > 0) && !of_own.is_missing() && !is_failed
    };
    live_when(is_shown, move || finding_view(2, sentences))
}

fn sentence(brand: &Brand, (naming, of): MatchCount, params: &AnswerFilterParams) -> Option<Sentence> {
    let all = AnswerFilterParams { brand: None, ..params.clone() };
    let value = (of.counted > 0).then(|| naming as f64 / of.counted as f64)?;
    let text = own_finding(&all, &brand.name, value, [naming, of.counted], None, texts());
    Some(Sentence::new(text, AnswerFilterParams { brand: Some(brand.id.clone()), ..all }.address()))
}
