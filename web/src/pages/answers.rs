//! Answers: a filtered infinite list, or those with a phrase in their text. Uses `list_answers`, `match_answers`,
//! `search_answer_texts`, `list_brands`, `get_organization`, `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`.

mod list;
mod text_search;

use answerdeck_api::metrics::{AnswerMatchFilter, Coverage};
use answerdeck_api::{Answer, Brand};
use leptos::prelude::*;

use crate::components::{CoverageNote, Sentence, finding_view, own_finding, settled_view};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::forms::AnswerFilters;
use crate::locale::{t, texts};
use crate::navigation::use_url_params;
use crate::paths::{AnswerFilterParams, AnswerListParams, BRANDS, UrlParams};
use crate::queries::answers::{AnswerList, use_answers};
use crate::queries::brands::{use_all_brands, use_own_brand, use_own_brand_id};
use crate::queries::metrics::use_match_total;
use crate::queries::{Items, Kind, Query, use_models};
use crate::reactive::{live, live_when};
use crate::router::use_router;
use crate::ui::{PageHeader, SearchField, loading};
use list::{focus_answer, list};
use text_search::TextSearchResults;

/// How many of the listed answers name a brand: that of the filter, or else the own one.
#[derive(Clone, Copy)]
struct Naming {
    /// How many name it, and how many were searched for it. `None` while it is unknown. Without a brand, all answers.
    found: Memo<Option<(u64, Coverage)>>,
    /// The same for the own brand, read when no filter has a brand.
    of_own: Query<(u64, Coverage)>,
}

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

// Counts them. The pages of the list set `of_filter` when the filter has a brand.
fn use_naming(params: Memo<AnswerFilterParams>, of_filter: RwSignal<Option<(u64, Coverage)>>) -> Naming {
    let (brands, own) = (use_all_brands(), use_own_brand_id());
    let of_own = use_match_total(&[Kind::Brands, Kind::Answers], move || {
        let params = params.get();
        let is_known = params.brand.is_none() && !brands.is_loading();
        let names_brand_ids = own.get().into_iter().collect();
        is_known.then(|| AnswerMatchFilter { names_brand_ids, ..params.scope().into() })
    });
    // Of the answers that are listed, not of those before.
    let found = Memo::new(move |_| match params.with(|params| params.brand.is_some()) {
        true => of_filter.get(),
        false => of_own.value().filter(|_| !of_own.is_fetching()),
    });
    Naming { found, of_own }
}

// Says it, with a link to these answers.
fn finding(
    answers: Query<Items<Answer>>,
    params: Memo<AnswerFilterParams>,
    Naming { found, of_own }: Naming,
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
            Some(brand) => sentence(&brand, found.get()?, &params),
            None if params.brand.is_some() => None,
            None => Some((texts().findings().no_brand.to_owned(), BRANDS.to_owned())),
        };
        is_known.then(said).flatten().into_iter().collect::<Vec<_>>()
    });
    // Without answers, the list says what to do.
    let is_shown = Memo::new(move |_| (answers.is_loading() || answers.len() > 0) && !of_own.is_missing());
    live_when(move || is_shown.get(), move || finding_view(2, sentences))
}

fn sentence(brand: &Brand, (naming, of): (u64, Coverage), params: &AnswerFilterParams) -> Option<Sentence> {
    let all = AnswerFilterParams { brand: None, ..params.clone() };
    let value = (of.counted > 0).then(|| naming as f64 / of.counted as f64)?;
    let text = own_finding(&all, &brand.name, value, [naming, of.counted], None, texts());
    Some((text, AnswerFilterParams { brand: Some(brand.id.clone()), ..all }.address()))
}
