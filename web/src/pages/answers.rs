//! Answers: a filtered infinite list, or those with a phrase in their text. Uses `list_answers`, `match_answers`,
//! `search_answer_texts`, `list_brands`, `get_organization`, `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`.

mod text_search;

use std::collections::HashMap;
use std::ops::Range;

use answerdeck_api::{Answer, AnswerId, AnswerStatus, BrandId};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::components::{
    CoverageNote, ListedAnswer, RelativeTime, answer_element_id, answer_models, infinite_list, listed, named_brands,
    route_head, settled_view,
};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::format::region;
use crate::forms::AnswerFilters;
use crate::frame::with_shell;
use crate::locale::{t, t_with};
use crate::navigation::use_url_params;
use crate::paths::{ANSWERS, AnswerFilterParams, AnswerListParams, RUN_START, UrlParams};
use crate::queries::answers::{AnswerList, use_answers};
use crate::queries::brands::{use_all_brands, use_own_brand};
use crate::queries::metrics::use_answer_total;
use crate::queries::{Items, Query, use_models};
use crate::reactive::{live, live_option};
use crate::router::{PageCode, use_router};
use crate::ui::{Checkbox, PageHeader, SearchField, Table, empty_with_link, loading, none_found};
use crate::untrusted::visible;
use text_search::TextSearchResults;

#[cfg_attr(feature = "split", lazy)]
pub fn answers_page() -> PageCode {
    with_shell(view)
}

fn view() -> AnyView {
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
    let total = use_answer_total(move || params.with(|params| params.brand.is_none().then(|| params.scope())));
    let total = t_with(move |t| {
        let all = naming.get().map(|(all, _)| all).or_else(|| total.value()).filter(|_| answers.len() > 0);
        all.map_or_else(String::new, |all| (t.answers().total)(all, has_failed.get()))
    });
    let show_unfinished = move |unfinished| {
        let address = address.run(AnswerFilterParams { unfinished, ..params.get_untracked() });
        router.navigate(&address, false);
    };
    let own = use_own_brand(use_all_brands());
    let own = Memo::new(move |_| own.with(|own| own.as_ref().map(|own| own.id.clone())));
    let rows = Rows { answers, groups: Memo::new(move |_| answers.with_items(groups)), params, own };
    let shown = t_with(move |t| (t.answers().shown)(answers.len() as u64, rows.groups.with(HashMap::len) as u64));
    let empty = move || if params.with(AnswerFilterParams::is_unfiltered) { no_answers() } else { no_matches() };
    let list = move || {
        if is_search.get() {
            return view! { <TextSearchResults params=search_params /> }.into_any();
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
    // The answers with a phrase have a separate export, next to their number.
    let export = move || {
        let of_list = move |()| {
            let params = params.get_untracked();
            let list = match params.brand_filter() {
                Some(filter) => ListExport::MatchedAnswers(Box::new(Some(filter))),
                None => ListExport::Answers(params),
            };
            Export::List(Box::new(list))
        };
        let disabled = Signal::derive(move || answers.len() == 0);
        (!is_search.get()).then(|| untrack(|| view! { <ExportCsv export=of_list disabled /> }.into_any()))
    };
    view! {
        <PageHeader title=t(|t| t.frame().answers)>
            {live_option(export)}
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
    empty_with_link(|t| t.answers().empty, |t| t.answers().empty_description, (RUN_START, |t| t.runs().start))
}

fn no_matches() -> AnyView {
    let all = Signal::stored(ANSWERS.to_owned());
    none_found(|t| t.answers().none_found, |t| t.answers().none_found_description, (all, |t| t.answers().clear))
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{route_head(|t| t.answers().question)}</th>
        <th scope="col" class="wide-only named">{t(|t| t.frame().brands)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.answers().region)}</th>
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
