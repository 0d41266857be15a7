//! Answers: filtered, in an infinite list. Uses `list_answers`, `list_prompt_sets`, `get_prompt`, `list_models` and
//! `list_regions`.

use answerdeck_api::{Answer, AnswerId};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::components::{AnswerState, Empty, FilterChips, ModelBadge, PageHead, RelativeTime, Skeleton, infinite_list};
use crate::format::{count, region};
use crate::forms::AnswersFilterForm;
use crate::frame::with_shell;
use crate::locale::{t, t_with};
use crate::navigation::{use_navigate, use_url_params};
use crate::paths::{ANSWERS, AnswersParams, RUN_START, UrlParams};
use crate::queries::answers::use_answers;
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::queries::prompts::use_prompt;
use crate::router::PageView;
use crate::untrusted::{first_line, visible};

/// Characters of an answer's first line that are shown.
const FIRST_LINE: usize = 160;

/// Answers.
#[cfg_attr(feature = "split", lazy)]
pub fn answers_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    let params = use_url_params::<AnswersParams>();
    let (answers, back_from) = use_answers(params);
    let prompt = use_prompt(Signal::derive(move || params.get().prompt));
    let sets = use_all_prompt_sets();
    let go = StoredValue::new_local(use_navigate());
    let show = Callback::new(move |next: AnswersParams| go.with_value(|go| go(&next.address(), true)));
    if let Some(id) = back_from {
        return_to(&id);
    }
    let none = move || if params.with(AnswersParams::is_everything) { no_answers() } else { none_found() };
    view! {
        <PageHead title=t(|t| t.answers().title) sentence=t(|t| t.answers().sentence) />
        <AnswersFilterForm params sets on_change=show />
        <FilterChips params sets prompt on_change=show />
        <section class="section" aria-label=t(|t| t.answers().title)>
            {infinite_list(
                answers,
                || view! { <Skeleton /> }.into_any(),
                none,
                move |answers| table(answers, &params.get_untracked()),
            )}
        </section>
    }
    .into_any()
}

// Gives the focus to the answer that the person comes back from, where it stands in the list.
fn return_to(id: &AnswerId) {
    let id = element_id(id);
    request_animation_frame(move || {
        // The head of the page takes the focus first.
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
    view! {
        <Empty title=t(|t| t.answers().empty) sentence=t(|t| t.answers().empty_sentence)>
            <a class="button" data-variant="primary" href=RUN_START>
                {t(|t| t.runs().start)}
            </a>
        </Empty>
    }
    .into_any()
}

fn none_found() -> AnyView {
    view! {
        <Empty title=t(|t| t.answers().none_found) sentence=t(|t| t.answers().none_found_sentence)>
            <a class="button" href=ANSWERS>
                {t(|t| t.answers().clear)}
            </a>
        </Empty>
    }
    .into_any()
}

fn table(answers: Vec<Answer>, params: &AnswersParams) -> AnyView {
    let rows = answers.into_iter().map(|answer| row(answer, params)).collect_view();
    view! {
        <div class="table-box">
            <table class="table answers">
                <thead>
                    <tr>
                        <th scope="col">{t(|t| t.answers().question)}</th>
                        <th scope="col" class="wide">{t(|t| t.answers().model)}</th>
                        <th scope="col" class="wide fit">{t(|t| t.answers().region)}</th>
                        <th scope="col" class="wide fit">{t(|t| t.answers().when)}</th>
                        <th scope="col" class="number fit wide">{t(|t| t.answers().sources)}</th>
                        <th scope="col" class="number fit wide">{t(|t| t.answers().searches)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(answer: Answer, params: &AnswersParams) -> AnyView {
    let Answer { id, model, region: code, status, content, query, created_at, fanouts, sources, .. } = answer;
    let line = first_line(&content, FIRST_LINE);
    let (cited, searched) = (sources.len() as u64, fanouts.len() as u64);
    let name = t_with(move |_| region(&code));
    let at = created_at.clone();
    let more_model = model.clone();
    view! {
        <tr>
            <th scope="row">
                <a id=element_id(&id) href=params.answer(&id)>
                    <bdi class="clamp">{visible(&query).into_owned()}</bdi>
                </a>
                <AnswerState status />
                {(!line.is_empty()).then(|| view! { <bdi class="cell-more clamp">{line}</bdi> })}
                <span class="cell-more narrow">
                    <ModelBadge code=more_model />
                    " · "
                    {name}
                    {at.map(|at| view! { " · " <RelativeTime at /> })}
                    " · "
                    {t_with(move |t| format!("{} · {}", (t.answers().sources_n)(cited), (t.answers().fanouts_n)(searched)))}
                </span>
            </th>
            <td class="wide">
                <ModelBadge code=model />
            </td>
            <td class="wide fit soft">{name}</td>
            <td class="wide fit soft">{created_at.map(|at| view! { <RelativeTime at /> })}</td>
            <td class="number fit wide">{t_with(move |_| count(cited))}</td>
            <td class="number fit wide">{t_with(move |_| count(searched))}</td>
        </tr>
    }
    .into_any()
}
