//! Answers: a filtered infinite list, or those with a phrase in their text. Uses `list_answers`, `match_answers`,
//! `search_answer_texts`, `list_brands`, `get_organization`, `list_runs`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`.

mod text_search;

use answerdeck_api::{Answer, AnswerId, AnswerStatus};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::components::{
    AnswerStatusBadge, ModelBadge, RelativeTime, answer_head, infinite_list, route_head, settled_view,
};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::format::{count, region};
use crate::forms::AnswerFilters;
use crate::frame::with_shell;
use crate::locale::{t, t_with};
use crate::navigation::{use_navigate, use_url_params};
use crate::paths::{ANSWERS, AnswerSearchParams, AnswersParams, RUN_START, UrlParams};
use crate::queries::answers::use_answers;
use crate::queries::metrics::use_answer_total;
use crate::queries::use_models;
use crate::reactive::{live, live_option};
use crate::router::PageCode;
use crate::ui::{Checkbox, PageHeader, SearchField, Skeleton, Table, empty_with_link, none_found};
use crate::untrusted::{excerpt, visible};
use text_search::TextSearchResults;

/// The maximum length of the excerpt of an answer, in characters.
const EXCERPT_MAX: usize = 160;

#[cfg_attr(feature = "split", lazy)]
pub fn answers_page() -> PageCode {
    with_shell(view)
}

fn view() -> AnyView {
    let search_params = use_url_params::<AnswerSearchParams>();
    let params = Memo::new(move |_| search_params.get().answers);
    let is_search = Memo::new(move |_| search_params.with(|params| params.phrase.is_some()));
    let go = StoredValue::new_local(use_navigate());
    let search = move |phrase: String| {
        let phrase = Some(phrase).filter(|phrase| !phrase.is_empty());
        // The first search adds an entry to the history, a changed one replaces it.
        let replace = is_search.get_untracked() && phrase.is_some();
        let address = AnswerSearchParams { phrase, ..search_params.get_untracked() }.address();
        go.with_value(|go| go(&address, replace));
    };
    let address =
        Callback::new(move |answers: AnswersParams| AnswerSearchParams { answers, ..search_params.get() }.address());
    // Loads the names of the models at the same time as the answers, which contain only codes.
    let models = use_models();
    let (answers, back_from) = use_answers(params);
    if let Some(id) = back_from {
        focus_answer(&id);
    }
    let has_failed = Memo::new(move |_| {
        answers.with_items(|answers| answers.iter().any(|answer| matches!(answer.status, AnswerStatus::Failed)))
    });
    let total = use_answer_total(move || Some(params.get().scope()));
    let total = t_with(move |t| {
        let all = total.value().filter(|_| answers.len() > 0);
        all.map_or_else(String::new, |all| (t.answers().total)(all, has_failed.get()))
    });
    let show_unfinished = move |unfinished| {
        let address = address.run(AnswersParams { unfinished, ..params.get_untracked() });
        go.with_value(|go| go(&address, false));
    };
    let empty = move || if params.with(AnswersParams::is_everything) { no_answers() } else { no_matches() };
    let list = move || {
        if is_search.get() {
            return view! { <TextSearchResults params=search_params /> }.into_any();
        }
        let list = infinite_list(
            answers,
            |answer| answer.id.as_str(),
            || view! { <Skeleton /> }.into_any(),
            empty,
            table,
            move |answer| row(answer, &params.get_untracked()),
        );
        let unfinished = move || {
            // A run always lists them.
            let is_offered = params.with(|params| params.run.is_none());
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
        let of_list = move |()| Export::List(Box::new(ListExport::Answers(params.get_untracked())));
        let disabled = Signal::derive(move || answers.len() == 0);
        (!is_search.get()).then(|| untrack(|| view! { <ExportCsv export=of_list disabled /> }.into_any()))
    };
    view! {
        <PageHeader title=t(|t| t.frame().answers) description=t(|t| t.answers().description)>
            {live_option(export)}
        </PageHeader>
        <SearchField
            id="answers-search"
            label=t(|t| t.answers().search_texts)
            value=Signal::derive(move || search_params.get().phrase.unwrap_or_default())
            on_search=search
        />
        <AnswerFilters params address />
        <section class="section" aria-label=t(|t| t.frame().answers)>
            {settled_view(
                models,
                || view! { <Skeleton /> }.into_any(),
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
    let id = element_id(id);
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

fn element_id(id: &AnswerId) -> String {
    format!("answer-{id}")
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
            <th scope="col">{answer_head(|t| t.answers().question)}</th>
            <th scope="col" class="wide-only">{route_head(|t| t.answers().model)}</th>
            <th scope="col" class="wide-only fit">{t(|t| t.answers().region)}</th>
            <th scope="col" class="wide-only fit">{t(|t| t.answers().when)}</th>
            <th scope="col" class="number fit wide-only">{t(|t| t.answers().sources)}</th>
            <th scope="col" class="number fit wide-only">{t(|t| t.answers().searches)}</th>
    }
    .into_any();
    view! { <Table class="table answers" head rows /> }.into_any()
}

fn row(answer: Answer, params: &AnswersParams) -> AnyView {
    let Answer { id, model, route, region: code, status, content, query, created_at, fanouts, sources, .. } = answer;
    let line = excerpt(&content, EXCERPT_MAX);
    let (source_count, search_count) = (sources.len() as u64, fanouts.len() as u64);
    let region_name = t_with(move |_| region(&code));
    let at = created_at.clone();
    let (narrow_model, narrow_route) = (model.clone(), route.clone());
    view! {
        <tr>
            <th scope="row">
                <a id=element_id(&id) href=params.answer(&id)>
                    <bdi class="line-clamp">{visible(&query).into_owned()}</bdi>
                </a>
                <AnswerStatusBadge status />
                {(!line.is_empty()).then(|| view! { <bdi class="cell-note line-clamp" translate="yes">{line}</bdi> })}
                <span class="cell-note narrow-only">
                    <ModelBadge code=narrow_model route=narrow_route in_table=true />
                    " · "
                    {region_name}
                    {at.map(|at| view! { " · " <RelativeTime at /> })}
                    " · "
                    {t_with(move |t| format!("{} · {}", (t.answers().source_count)(source_count), (t.answers().search_count)(search_count)))}
                </span>
            </th>
            <td class="wide-only">
                <ModelBadge code=model route in_table=true />
            </td>
            <td class="wide-only fit muted">{region_name}</td>
            <td class="wide-only fit muted">{created_at.map(|at| view! { <RelativeTime at /> })}</td>
            <td class="number fit wide-only">{t_with(move |_| count(source_count))}</td>
            <td class="number fit wide-only">{t_with(move |_| count(search_count))}</td>
        </tr>
    }
    .into_any()
}
