//! The list of answers. Those to one prompt, of one run and region, that follow each other are one row.

use std::collections::HashMap;
use std::ops::Range;

use answerdeck_api::metrics::AnswerMatchFilter;
use answerdeck_api::{Answer, AnswerId, AnswerStatus, BrandId};
use leptos::prelude::*;

use crate::components::{
    ListedAnswer, RelativeTime, answer_element_id, answer_models, first_steps, is_none, listed, named_brands,
    none_matching, numbered_list, route_head,
};
use crate::format::region;
use crate::locale::{t, t_with};
use crate::paths::{AnswerFilterParams, StatusFilter, UrlParams};
use crate::queries::answers::keep_found;
use crate::queries::brands::use_own_brand_id;
use crate::queries::metrics::{MatchCount, use_match_total};
use crate::queries::{Items, Kind, Query};
use crate::reactive::{live, live_option, live_when};
use crate::router::use_router;
use crate::ui::{Checkbox, Table, caveat, focus_later, loading};
use crate::untrusted::visible;

/// The list, with the number of all its answers: those of `naming` if the filter has a brand.
pub(super) fn list(
    answers: Query<Items<Answer>>,
    params: Memo<AnswerFilterParams>,
    naming: Memo<Option<MatchCount>>,
    address: Callback<AnswerFilterParams, String>,
) -> AnyView {
    let has_failed = Memo::new(move |_| {
        answers.with_items(|answers| answers.iter().any(|answer| matches!(answer.status, AnswerStatus::Failed)))
    });
    let total = t_with(move |t| {
        let (has_brand, is_failed) =
            params.with(|params| (params.brand.is_some(), params.status == StatusFilter::Failed));
        // It counts those that succeeded.
        let naming = naming.get().filter(|_| answers.len() > 0 && !is_failed);
        let listed = naming.map(|(naming, coverage)| if has_brand { naming } else { coverage.answers });
        listed.map_or_else(String::new, |all| (t.answers().total)(all, has_failed.get()))
    });
    // The page of an answer that names the brand leads to the next one.
    let naming_brand = move || -> Vec<AnswerId> {
        match params.with(|params| params.brand.is_some()) {
            true => answers.with_items(|answers| answers.iter().map(|answer| answer.id.clone()).collect()),
            false => Vec::new(),
        }
    };
    keep_found(Signal::derive(move || params.get().address()), Signal::derive(naming_brand));
    let groups = Memo::new(move |_| answers.with_items(groups));
    let rows = Rows { answers, groups, params, own: use_own_brand_id() };
    let shown = t_with(move |t| (t.answers().shown)(answers.len() as u64, groups.with(HashMap::len) as u64));
    view! {
        <div class="section-head">
            <p class="scope-total">{total} {live_when(move || !total.with(String::is_empty), caveat)}</p>
            {unfinished(params, address)}
        </div>
        {numbered_list(
            answers,
            shown,
            |answer| answer.id.as_str(),
            loading,
            move || empty(params, address),
            table,
            move |answer| row(answer, rows),
        )}
    }
    .into_any()
}

/// Moves the focus to the answer that the user returns from, if it is in the list.
pub(super) fn focus_answer(id: &AnswerId) {
    let link = format!("#{}", answer_element_id(id));
    // The page header takes the focus first.
    request_animation_frame(move || focus_later(&link));
}

// Chooses whether failed and unfinished answers are listed.
fn unfinished(params: Memo<AnswerFilterParams>, address: Callback<AnswerFilterParams, String>) -> AnyView {
    let router = use_router();
    let choose = move |is_all| {
        let status = if is_all { StatusFilter::All } else { StatusFilter::Succeeded };
        let address = address.run(AnswerFilterParams { status, ..params.get_untracked() });
        router.navigate(&address, false);
    };
    // A run always lists them, and they name no brand.
    let is_offered = |params: &AnswerFilterParams| {
        params.run.is_none() && params.brand.is_none() && params.status != StatusFilter::Failed
    };
    let checkbox = move || {
        view! {
            <Checkbox checked=Signal::derive(move || params.get().status == StatusFilter::All) on_change=choose>
                {t(|t| t.answers().with_unfinished)}
            </Checkbox>
        }
    };
    live_when(move || params.with(is_offered), checkbox)
}

fn empty(params: Memo<AnswerFilterParams>, address: Callback<AnswerFilterParams, String>) -> AnyView {
    if params.with(AnswerFilterParams::is_unfiltered) {
        return no_answers();
    }
    let all = use_match_total(&[Kind::Answers], || Some(AnswerMatchFilter::default()));
    let none = move || none_matching(|t| t.answers().none_found, &params.get(), |answers| address.run(answers));
    live(move || match is_none(all) {
        None => loading(),
        Some(true) => no_answers(),
        Some(false) => untrack(none),
    })
}

fn no_answers() -> AnyView {
    first_steps(|t| t.answers().empty, |t| t.answers().empty_description)
}

fn table(rows: AnyView) -> AnyView {
    let head = view! {
        <th scope="col">{route_head(|t| t.answers().question)}</th>
        <th scope="col" class="not-phone named">{t(|t| t.frame().brands)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.common().region)}</th>
        <th scope="col" class="wide-only fit">{t(|t| t.answers().when)}</th>
    };
    view! { <Table class="table answers" head=head.into_any() rows /> }.into_any()
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
    let brands: Vec<_> = group.iter().map(|answer| answer.brands.as_slice()).collect();
    let names = || named_brands(&brands, own, &all);
    let cells = view! {
        <th scope="row">
            <a id=answer_element_id(first) href=params.answer(first)>
                <bdi class="line-clamp">{visible(&answer.query)}</bdi>
            </a>
            {answer_models(group, params)}
            <span class="cell-note narrow-only">
                {names()} {region_name} {at.clone().map(|at| view! { " · " <RelativeTime at /> })}
            </span>
        </th>
        <td class="not-phone named">{names()}</td>
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
