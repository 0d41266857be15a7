//! The newest answers to a prompt.

use answerdeck_api::{Answer, AnswerStatus, Model, ModelCode};
use leptos::prelude::*;

use crate::components::{RelativeTime, answer_models, listed, named_brands, query_view, route_head, settled_view};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::locale::{Pick, Texts, t, t_with};
use crate::paths::{AnswerFilterParams, Comparison};
use crate::queries::Query;
use crate::queries::brands::use_own_brand_id;
use crate::reactive::{live, live_option, live_when};
use crate::ui::{Table, skeleton};
use crate::untrusted::visible;

pub fn history_view(
    shown: Memo<Option<AnswerFilterParams>>,
    filter: Memo<AnswerFilterParams>,
    history: Query<Vec<Answer>>,
    models: Query<Vec<Model>>,
) -> AnyView {
    // All answers that match, not only the newest.
    let export = move |()| Export::List(Box::new(ListExport::Answers(shown.get_untracked().unwrap_or_default())));
    let is_empty = Signal::derive(move || history.with(|answers| answers.is_none_or(|answers| answers.is_empty())));
    let comparable = Memo::new(move |_| history.with(|answers| comparable(answers?)));
    let compare = move || {
        let address = Comparison::of_newest(comparable.get()?).address(&shown.get()?.prompt?, &filter.get());
        Some(view! { <a class="button" href=address>{t(|t| t.prompts().compare_answers)}</a> }.into_any())
    };
    let all_failed = t_with(move |t| {
        let text = |answers: &Vec<Answer>| {
            let reasons = failure_reasons(answers, t)?.join(" ");
            Some([(t.prompts().all_failed)(answers.len() as u64), reasons].join(" "))
        };
        history.with(|answers| text(answers?)).unwrap_or_default()
    });
    let has_failed = Memo::new(move |_| all_failed.with(|text| !text.is_empty()));
    view! {
        <section class="section" aria-labelledby="prompt-history">
            <div class="section-head">
                <h2 id="prompt-history">{t(|t| t.prompts().history)}</h2>
                {live_option(compare)}
                <ExportCsv export disabled=is_empty />
            </div>
            {live_when(move || has_failed.get(), move || view! { <p>{all_failed}</p> }.into_any())}
            {settled_view(
                models,
                skeleton::<3>,
                move || {
                    query_view(
                        history,
                        skeleton::<3>,
                        move |answers| answers_table(answers, &untrack(|| shown.get()).unwrap_or_default()),
                    )
                },
            )}
        </section>
    }
    .into_any()
}

fn answers_table(answers: Vec<Answer>, params: &AnswerFilterParams) -> AnyView {
    if answers.is_empty() {
        let is_unfiltered = AnswerFilterParams { prompt: None, ..params.clone() }.is_unfiltered();
        let empty: Pick = if is_unfiltered { |t| t.answers().empty } else { |t| t.answers().none_found };
        return view! { <p class="muted">{t(empty)}</p> }.into_any();
    }
    let own = use_own_brand_id();
    let rows = answers.chunk_by(|one, other| one.run_id == other.run_id).filter_map(|group| {
        let (at, params) = (group.first()?.created_at.clone(), params.clone());
        let group = listed(group);
        let address = params.answer(&group.first()?.id);
        let models = answer_models(&group, &params);
        let brands = move || own.with(|own| named_brands(&group, own.as_ref(), &params));
        Some(view! {
            <tr>
                <th scope="row" class="fit">
                    <a href=address>{at.map(|at| view! { <RelativeTime at /> })}</a>
                </th>
                <td>
                    {models}
                    <span class="cell-note narrow-only">{live(brands.clone())}</span>
                </td>
                <td class="wide-only named">{live(brands)}</td>
            </tr>
        })
    });
    let rows = rows.collect_view().into_any();
    let head = view! {
        <th scope="col" class="fit">{t(|t| t.answers().when)}</th>
        <th scope="col">{route_head(|t| t.frame().answers)}</th>
        <th scope="col" class="wide-only named">{t(|t| t.frame().brands)}</th>
    }
    .into_any();
    view! { <Table head rows /> }.into_any()
}

/// Why answers failed, if all did: each reason once.
fn failure_reasons(answers: &[Answer], texts: Texts) -> Option<Vec<String>> {
    let has_failed = |answer: &Answer| answer.status == AnswerStatus::Failed;
    if answers.is_empty() || !answers.iter().all(has_failed) {
        return None;
    }
    let mut reasons = Vec::new();
    for failure in answers.iter().filter_map(|answer| answer.failure.as_ref()) {
        let reason = visible(texts.item_failures().of(failure)).into_owned();
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    Some(reasons)
}

/// The first model of which two answers have a text.
fn comparable(answers: &[Answer]) -> Option<ModelCode> {
    let has_text = |answer: &&Answer| answer.status == AnswerStatus::Success && !answer.content.trim().is_empty();
    let models = || answers.iter().filter(has_text).map(|answer| &answer.model);
    models().filter(|model| models().filter(|other| other == model).count() > 1).min().cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::locale::texts_in;

    #[test]
    fn each_reason_is_said_once_if_all_answers_failed() {
        let answer = |status: &str, code: &str| {
            let json = serde_json::json!({
                "id": "a".repeat(22), "promptID": "p".repeat(22), "region": "KR", "model": "CHATGPT", "status": status,
                "failure": { "code": code },
            });
            serde_json::from_value::<Answer>(json).unwrap()
        };
        let failed = |code| answer("FAILED", code);
        let reasons = |answers: &[Answer]| failure_reasons(answers, texts_in(Language::English));
        let (credits, stopped) = ("Credits ran out.", "The run was stopped before the model was asked.");
        let all = [failed("STOPPED"), failed("INSUFFICIENT_CREDITS"), failed("STOPPED")];
        assert_eq!(reasons(&all), Some(vec![stopped.to_owned(), credits.to_owned()]));
        assert_eq!(reasons(&[failed("STOPPED"), answer("SUCCESS", "STOPPED")]), None);
        assert_eq!(reasons(&[]), None);
    }
}
