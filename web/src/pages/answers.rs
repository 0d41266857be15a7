//! Answers: a filtered infinite list, or those with a phrase in their text. Uses `list_answers`, `match_answers`,
//! `search_answer_texts`, `list_brands`, `get_organization`, `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`.

mod text_search;

use std::collections::HashMap;
use std::ops::Range;

use answerdeck_api::metrics::{AnswerMatchFilter, Coverage};
use answerdeck_api::{Answer, AnswerId, AnswerStatus, Brand, BrandId};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::components::{
    CoverageNote, ListedAnswer, RelativeTime, Sentence, answer_element_id, answer_models, finding_view, infinite_list,
    is_none, listed, named_brands, own_finding, route_head, settled_view,
};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::format::region;
use crate::forms::AnswerFilters;
use crate::locale::{t, t_with, texts};
use crate::navigation::use_url_params;
use crate::paths::{ANSWERS, AnswerFilterParams, AnswerListParams, BRANDS, RUN_START, UrlParams};
use crate::queries::answers::{AnswerList, use_answers};
use crate::queries::brands::{use_all_brands, use_own_brand, use_own_brand_id};
use crate::queries::metrics::use_match_total;
use crate::queries::{Items, Kind, Query, use_models};
use crate::reactive::{live, live_option, live_when};
use crate::router::use_router;
use crate::ui::{Checkbox, PageHeader, SearchField, Table, empty_with_link, loading, none_found};
use crate::untrusted::visible;
use text_search::TextSearchResults;

pub fn view() -> AnyView {
    let search_params = use_url_params::<AnswerListParams>();
    let params = Memo::new(move |_| search_params.get().answers);
    let is_search = Memo::new(move |_| search_params.with(|params| params.phrase.is_some()));
    let router = use_router();
    let search = move |phrase: String| {
        let phrase = Some(phrase).filter(|phrase| !phrase.is_empty());
        // The first search adds an entry to the history, a changed one replaces it.
        let replace = is_search.get_untracked() && phrase.is_some();
        let address = AnswerListParams { phrase, ..search_params.get_untracked() }.address();
        router.navigate(&address, replace);
    };
    let address =
        Callback::new(move |answers: AnswerFilterParams| AnswerListParams { answers, ..search_params.get() }.address());
    // Loads the names of the models at the same time as the answers, which contain only codes.
    let models = use_models();
    let (AnswerList { answers, naming, .. }, back_from) = use_answers(params);
    if let Some(id) = back_from {
        focus_answer(&id);
    }
    let has_failed = Memo::new(move |_| {
        answers.with_items(|answers| answers.iter().any(|answer| matches!(answer.status, AnswerStatus::Failed)))
    });
    let brands = use_all_brands();
    let (own, own_id) = (use_own_brand(), use_own_brand_id());
    // Without an own brand, all answers.
    let naming_own = use_match_total(&[Kind::Brands, Kind::Answers], move || {
        let params = params.get();
        let is_known = params.brand.is_none() && !brands.is_loading();
        let names_brand_ids = own_id.get().into_iter().collect();
        is_known.then(|| AnswerMatchFilter { names_brand_ids, ..params.scope().into() })
    });
    let has_brand = Memo::new(move |_| params.with(|params| params.brand.is_some()));
    // Of the answers that are listed, not of those before.
    let naming = Memo::new(move |_| match has_brand.get() {
        true => naming.get(),
        false => naming_own.value().filter(|_| !naming_own.is_fetching()),
    });
    let total = t_with(move |t| {
        let (has_brand, naming) = (has_brand.get(), naming.get().filter(|_| answers.len() > 0));
        let listed = naming.map(|(naming, coverage)| if has_brand { naming } else { coverage.answers });
        listed.map_or_else(String::new, |all| (t.answers().total)(all, has_failed.get()))
    });
    // The brand of the filter, or else the own one.
    let named = Memo::new(move |_| {
        let Some(id) = params.with(|params| params.brand.clone()) else { return own.get() };
        brands.with(|brands| brands?.iter().find(|brand| brand.id == id).cloned())
    });
    let findings = Memo::new(move |_| {
        let is_known = brands.with(|brands| brands.is_some()) && !answers.is_loading();
        let params = params.get();
        let found = || match named.get() {
            Some(brand) => finding(&brand, naming.get()?, &params),
            None if params.brand.is_some() => None,
            None => Some((texts().prompts().finding_no_brand.to_owned(), BRANDS.to_owned())),
        };
        is_known.then(found).flatten().into_iter().collect::<Vec<_>>()
    });
    // Without answers, the list says what to do.
    let has_finding = Memo::new(move |_| (answers.is_loading() || answers.len() > 0) && !naming_own.is_missing());
    let show_unfinished = move |unfinished| {
        let address = address.run(AnswerFilterParams { unfinished, ..params.get_untracked() });
        router.navigate(&address, false);
    };
    let rows = Rows { answers, groups: Memo::new(move |_| answers.with_items(groups)), params, own: own_id };
    let shown = t_with(move |t| (t.answers().shown)(answers.len() as u64, rows.groups.with(HashMap::len) as u64));
    let empty = move || {
        if params.with(AnswerFilterParams::is_unfiltered) {
            return no_answers();
        }
        let all = use_match_total(&[Kind::Answers], || Some(AnswerMatchFilter::default()));
        live(move || match is_none(all) {
            None => loading(),
            Some(true) => no_answers(),
            Some(false) => no_matches(),
        })
    };
    // Whether the search has found answers.
    let has_found = RwSignal::new(false);
    let list = move || {
        if is_search.get() {
            return view! { <TextSearchResults params=search_params has_found /> }.into_any();
        }
        let list = infinite_list(
            answers,
            shown,
            |answer| answer.id.as_str(),
            loading,
            empty,
            table,
            move |answer| row(answer, rows),
        );
        let unfinished = move || {
            // A run always lists them, and they name no brand.
            let is_offered = params.with(|params| params.run.is_none() && params.brand.is_none());
            is_offered.then(|| {
                view! {
                    <Checkbox
                        checked=Signal::derive(move || params.get().unfinished)
                        on_change=move |unfinished| show_unfinished(unfinished)
                    >
                        {t(|t| t.answers().with_unfinished)}
                    </Checkbox>
                }
                .into_any()
            })
        };
        view! {
            <div class="section-head">
                <p class="scope-total">{total}</p>
                {live_option(unfinished)}
            </div>
            {list}
        }
        .into_any()
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
    view! {
        <PageHeader title=t(|t| t.frame().answers)>
            <ExportCsv export disabled=cannot_export />
        </PageHeader>
        {live_when(move || has_finding.get(), move || finding_view(2, findings))}
        <div class="search-and-filters">
            <SearchField
                id="answers-search"
                label=t(|t| t.answers().search_texts)
                value=Signal::derive(move || search_params.get().phrase.unwrap_or_default())
                on_search=search
            />
            <AnswerFilters params address has_brands=true />
        </div>
        <CoverageNote coverage=Signal::derive(move || naming.get().map(|(_, coverage)| coverage)) />
        <section class="section" aria-label=t(|t| t.frame().answers)>
            {settled_view(
                models,
                loading,
                move || {
                    live(move || {
                        is_search.track();
                        untrack(list)
                    })
                },
            )}
        </section>
    }
    .into_any()
}

// How many of the answers name a brand, with the list of those.
fn finding(brand: &Brand, (naming, of): (u64, Coverage), params: &AnswerFilterParams) -> Option<Sentence> {
    let all = AnswerFilterParams { brand: None, ..params.clone() };
    let value = (of.counted > 0).then(|| naming as f64 / of.counted as f64)?;
    let text = own_finding(&all, &brand.name, value, [naming, of.counted], None, texts());
    Some((text, AnswerFilterParams { brand: Some(brand.id.clone()), ..all }.address()))
}

// Moves the focus to the answer that the user returns from, if it is in the list.
fn focus_answer(id: &AnswerId) {
    let id = answer_element_id(id);
    request_animation_frame(move || {
        // The page header takes the focus first.
        request_animation_frame(move || {
            let link = document().get_element_by_id(&id).and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok());
            if let Some(link) = link {
                let _ = link.focus();
            }
        });
    });
}

fn no_answers() -> AnyView {
    empty_with_link(|t| t.answers().empty, |t| t.answers().empty_description, (RUN_START, |t| t.common().new_run))
}

fn no_matches() -> AnyView {
    let all = Signal::stored(ANSWERS.to_owned());
    none_found(|t| t.answers().none_found, |t| t.answers().none_found_description, (all, |t| t.answers().clear))
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{route_head(|t| t.answers().question)}</th>
        <th scope="col" class="wide-only named">{t(|t| t.frame().brands)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.common().region)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.answers().when)}</th>
    }
    .into_any();
    view! { <Table class="table answers" head rows /> }.into_any()
}

/// The answers to one prompt, of one run and region, that follow each other: where they are in the list, by the id of the first.
type Groups = HashMap<AnswerId, Range<usize>>;

fn groups(answers: &[Answer]) -> Groups {
    let is_same = |one: &Answer, other: &Answer| {
        (&one.prompt_id, &one.run_id, &one.region) == (&other.prompt_id, &other.run_id, &other.region)
    };
    let mut start = 0;
    let group = |group: &[Answer]| {
        let first = group.first()?;
        start += group.len();
        Some((first.id.clone(), start - group.len()..start))
    };
    answers.chunk_by(is_same).filter_map(group).collect()
}

/// What the rows of the list read.
#[derive(Clone, Copy)]
struct Rows {
    answers: Query<Items<Answer>>,
    groups: Memo<Groups>,
    params: Memo<AnswerFilterParams>,
    own: Memo<Option<BrandId>>,
}

// The row of the group that begins with an answer. Every other answer has a hidden row.
fn row(answer: Answer, rows: Rows) -> AnyView {
    let (id, answer) = (answer.id.clone(), StoredValue::new(answer));
    let group = Memo::new(move |_| {
        let range = rows.groups.with(|groups| groups.get(&id).cloned())?;
        rows.answers.with_items(|answers| Some(listed(answers.get(range)?)))
    });
    let cells = move || {
        let (group, own) = (group.get()?, rows.own.get());
        untrack(|| answer.with_value(|answer| cells(answer, &group, own.as_ref(), &rows.params.get())))
    };
    view! { <tr hidden=move || group.with(Option::is_none)>{live_option(cells)}</tr> }.into_any()
}

fn cells(
    answer: &Answer,
    group: &[ListedAnswer],
    own: Option<&BrandId>,
    params: &AnswerFilterParams,
) -> Option<AnyView> {
    let first = &group.first()?.id;
    let code = answer.region.clone();
    let region_name = t_with(move |_| region(&code));
    let at = answer.created_at.clone();
    let all = AnswerFilterParams { brand: None, ..params.clone() };
    let names = || named_brands(group, own, &all);
    let cells = view! {
        <th scope="row">
            <a id=answer_element_id(first) href=params.answer(first)>
                <bdi class="line-clamp">{visible(&answer.query).into_owned()}</bdi>
            </a>
            {answer_models(group, params)}
            <span class="cell-note narrow-only">
                {names()} {region_name} {at.clone().map(|at| view! { " · " <RelativeTime at /> })}
            </span>
        </th>
        <td class="wide-only named">{names()}</td>
        <td class="wide-only fit muted">{region_name}</td>
        <td class="wide-only fit muted">{at.map(|at| view! { <RelativeTime at /> })}</td>
    };
    Some(cells.into_any())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_a_prompt_of_a_run_and_region_that_follow_each_other_are_a_group() {
        let answer = |id: &str, prompt: &str, run: &str, region: &str| {
            let json = serde_json::json!({
                "id": id.repeat(22), "promptID": prompt.repeat(22), "runID": run.repeat(22), "region": region,
                "model": "CHATGPT", "status": "SUCCESS",
            });
            serde_json::from_value::<Answer>(json).unwrap()
        };
        let answers = [
            answer("5", "a", "r", "KR"),
            answer("4", "a", "r", "KR"),
            answer("3", "a", "r", "US"),
            answer("2", "b", "r", "US"),
            answer("1", "a", "q", "KR"),
        ];
        let found = groups(&answers);
        let of = |id: &str| found.get(&id.repeat(22).parse::<AnswerId>().unwrap()).cloned();
        assert_eq!(["5", "4", "3", "2", "1"].map(of), [Some(0..2), None, Some(2..3), Some(3..4), Some(4..5)]);
    }
}
