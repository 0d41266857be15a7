//! What changed between two answers of a model: words and sources.

use answerdeck_api::{Answer, AnswerId, ModelCode, PromptId, Source};
use leptos::prelude::*;

use crate::components::{ALL_ROWS, SourceList, more_rows, plain_model_name, query_view};
use crate::format::date_time;
use crate::lazy::lazy_part;
use crate::locale::{Pick, Texts, t, t_with};
use crate::paths::{AnswerFilterParams, Comparison};
use crate::queries::answers::use_newest_by_model;
use crate::queries::{Query, use_models};
use crate::reactive::live;
use crate::ui::{Methodology, SelectField, skeleton};
use crate::untrusted::{Change, DiffLine, diff_lines, diff_pieces, text_diff, to_bulleted_text};

/// The number of parts of the texts that are shown at first: more than usual answers have.
const SHOWN_AT_FIRST: usize = 1_000;

/// Shows two answers of a model to a prompt, which the address chooses among the ones of the query. The callback shows others.
type ChangesView =
    fn(Memo<Option<PromptId>>, Memo<Option<Comparison>>, Query<Vec<Answer>>, Callback<Comparison>) -> AnyView;

lazy_part! {
    answer_changes: ChangesView = view
}

fn view(
    id: Memo<Option<PromptId>>,
    comparison: Memo<Option<Comparison>>,
    answers: Query<Vec<Answer>>,
    show: Callback<Comparison>,
) -> AnyView {
    let models = use_models();
    let newest = use_newest_by_model(id, Memo::new(|_| AnswerFilterParams::default()));
    let model = Memo::new(move |_| comparison.with(|comparison| comparison.as_ref().map(|of| of.model.clone())));
    let model_options = Signal::derive(move || {
        let chosen = model.get();
        let has_answered =
            |code: &ModelCode| newest.with(|newest| newest.into_iter().flatten().any(|answer| answer.model == *code));
        let is_listed = |code: &&ModelCode| chosen.as_ref() == Some(*code) || has_answered(code);
        let option = |code: &ModelCode| (code.to_string(), plain_model_name(models, code));
        ModelCode::ALL.iter().filter(is_listed).map(option).collect::<Vec<_>>()
    });
    let choose = move |code: String| {
        let back = comparison.get_untracked().and_then(|comparison| comparison.back);
        show.run(Comparison { back, ..Comparison::of_newest(ModelCode::from(code.as_str())) });
    };
    let of_model = query_view(answers, skeleton::<3>, move |answers| match answers.len() {
        0 | 1 => view! { <p class="muted">{t(|t| t.answer_changes().too_few)}</p> }.into_any(),
        _ => two_answers(answers, comparison, show),
    });
    view! {
        <div class="changes-view">
            <div class="filters">
                <SelectField
                    id="changes-model"
                    label=t(|t| t.common().model)
                    options=model_options
                    selected=Signal::derive(move || model.get().map(|model| model.to_string()).unwrap_or_default())
                    on_change=choose
                />
            </div>
            {of_model}
            <Methodology text=t(|t| t.answer_changes().methodology) />
        </div>
    }
    .into_any()
}

/// The fields that choose two of the answers, and what changed between them.
fn two_answers(answers: Vec<Answer>, comparison: Memo<Option<Comparison>>, show: Callback<Comparison>) -> AnyView {
    let answers = StoredValue::new(answers);
    let chosen = Memo::new(move |_| {
        comparison.with(|comparison| answers.with_value(|answers| chosen(answers, comparison.as_ref())))
    });
    let id_at = move |at: Option<usize>| -> Option<AnswerId> {
        answers.with_value(|answers| Some(answers.get(at?)?.id.clone()))
    };
    let options = Signal::derive(move || {
        let option = |(at, answer): (usize, &Answer)| {
            let time = answer.created_at.as_ref().map(date_time).unwrap_or_default();
            (answer.id.to_string(), format!("{}. {time}", at + 1))
        };
        answers.with_value(|answers| answers.iter().enumerate().map(option).collect::<Vec<_>>())
    });
    // The earlier answer is the first of the chosen ones.
    let field = move |id: &'static str, label: Pick, is_later: bool| {
        let selected = move || id_at(chosen.get()[usize::from(is_later)]).map(String::from).unwrap_or_default();
        let choose = move |id: String| {
            let [mut earlier, mut later] = chosen.get_untracked().map(id_at);
            *(if is_later { &mut later } else { &mut earlier }) = id.parse().ok();
            if let Some(before) = comparison.get_untracked() {
                show.run(Comparison { earlier, later, ..before });
            }
        };
        view! {
            <SelectField id label=t(label) options selected=Signal::derive(selected) on_change=choose />
        }
    };
    let changes = move || {
        let [one, other] = chosen.get();
        let has_none_before = one.is_none()
            && other.is_some()
            && comparison.with(|of| of.as_ref().is_some_and(|of| of.earlier.is_none()));
        let message: Pick =
            if has_none_before { |t| t.answer_changes().none_before } else { |t| t.answer_changes().choose_two };
        // The earlier one is further down, whichever field it was chosen in.
        let at = |at: Option<usize>| answers.with_value(|answers| answers.get(at?).cloned());
        match (at(one.max(other)), at(one.min(other))) {
            (Some(before), Some(after)) if one != other => changes_view(&before, &after),
            _ => view! { <p class="muted" role="status">{t(message)}</p> }.into_any(),
        }
    };
    view! {
        <div class="filters two-answers">
            {field("changes-earlier", |t| t.answer_changes().earlier, false)}
            {field("changes-later", |t| t.answer_changes().later, true)}
        </div>
        {live(changes)}
    }
    .into_any()
}

/// The positions of the earlier and the later answer, which are newest first. Without an earlier one in the address, it is the one
/// before the later answer in its region, of another run if there is one: answers of a run are as old as each other.
fn chosen(answers: &[Answer], comparison: Option<&Comparison>) -> [Option<usize>; 2] {
    let position = |id: &AnswerId| answers.iter().position(|answer| answer.id == *id);
    let of_address = |id: fn(&Comparison) -> Option<&AnswerId>| comparison.and_then(id);
    let later = of_address(|compared| compared.later.as_ref()).map_or(Some(0), position);
    let before = || {
        let at = later?;
        let after = answers.get(at)?;
        let of_region = || {
            let older = answers.iter().enumerate().skip(at + 1);
            older.filter(move |(_, answer)| answer.region == after.region)
        };
        let of_another_run = of_region().find(|(_, answer)| answer.run_id != after.run_id);
        of_another_run.or_else(|| of_region().next()).map(|(at, _)| at)
    };
    [of_address(|compared| compared.earlier.as_ref()).map_or_else(before, position), later]
}

fn changes_view(before: &Answer, after: &Answer) -> AnyView {
    let sources = [before, after].map(|answer| answer.sources.as_slice());
    let [earlier, later] = [before, after].map(|answer| to_bulleted_text(&answer.content));
    let changes = text_diff(&earlier, &later, sources);
    let is_same = matches!(changes.as_slice(), [] | [(Change::Same, _)]);
    let about: Pick = if is_same { |t| t.answer_changes().same_text } else { |t| t.answer_changes().legend };
    let (new, lost) = (missing(&before.sources, &after.sources), missing(&after.sources, &before.sources));
    let kept = missing(&[], &after.sources).len() - new.len();
    view! {
        <section aria-labelledby="changes-text">
            <h3 id="changes-text">{t(|t| t.answer_changes().text)}</h3>
            <p class="muted">{t(about)}</p>
            {(!is_same).then(|| text_view(changes))}
        </section>
        <section aria-labelledby="changes-sources">
            <h3 id="changes-sources">{t(|t| t.frame().sources)}</h3>
            <p class="muted">{t_with(move |t| (t.answer_changes().kept_sources)(kept as u64))}</p>
            {source_list(new, |t, n| (t.answer_changes().new_sources)(n))}
            {source_list(lost, |t, n| (t.answer_changes().lost_sources)(n))}
        </section>
    }
    .into_any()
}

fn text_view(changes: Vec<(Change, String)>) -> AnyView {
    let pieces = diff_pieces(&changes);
    let (shown, more) = more_rows(pieces.len(), SHOWN_AT_FIRST, ALL_ROWS);
    let text = move || {
        let shown = &pieces[..shown.get().min(pieces.len())];
        diff_lines(shown).into_iter().map(line_view).collect_view().into_any()
    };
    view! {
        <div class="text-diff" dir="auto">{live(text)}</div>
        {more}
    }
    .into_any()
}

// The signs have a column of their own, where no line goes through them and no dash of the text looks like one.
fn line_view(cells: DiffLine) -> AnyView {
    let has = |change: Change| cells.iter().flatten().any(|(of, _)| *of == change);
    let signs = [(Change::Removed, "−"), (Change::Added, "+")].into_iter().filter(|(change, _)| has(*change));
    let signs: String = signs.map(|(_, sign)| sign).collect();
    let cell = |cell: Vec<(Change, String)>| view! { <span>{cell.into_iter().map(change_view).collect_view()}</span> };
    view! {
        <div class="diff-line">
            <span class="diff-signs" aria-hidden="true">{signs}</span>
            {cells.into_iter().map(cell).collect_view()}
        </div>
    }
    .into_any()
}

fn change_view((change, text): (Change, String)) -> AnyView {
    let name = |name: Pick| view! { <span class="visually-hidden">{t(name)} " "</span> };
    match change {
        Change::Same => view! { <span>{text}</span> }.into_any(),
        Change::Removed => view! { <del>{name(|t| t.answer_changes().removed)} {text}</del> }.into_any(),
        Change::Added => view! { <ins>{name(|t| t.answer_changes().added)} {text}</ins> }.into_any(),
    }
}

fn source_list(sources: Vec<Source>, name: fn(Texts, u64) -> String) -> Option<AnyView> {
    let count = sources.len() as u64;
    let list = move || view! { <h4>{t_with(move |t| name(t, count))}</h4> <SourceList sources /> }.into_any();
    (count > 0).then(list)
}

/// The sources that others do not have, each once.
fn missing(others: &[Source], sources: &[Source]) -> Vec<Source> {
    let mut found: Vec<Source> = Vec::new();
    for source in sources {
        if !others.iter().chain(&found).any(|other| other.url == source.url) {
            found.push(source.clone());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_compared_with_the_one_before_it_in_its_region_and_of_another_run() {
        let answer = |id: &str, run: &str, region: &str| {
            let json = serde_json::json!({
                "id": id.repeat(22), "promptID": "a".repeat(22), "runID": run.repeat(22), "region": region,
                "model": "CHATGPT", "status": "SUCCESS",
            });
            serde_json::from_value::<Answer>(json).unwrap()
        };
        let answers = [
            answer("5", "c", "KR"),
            answer("4", "c", "KR"),
            answer("3", "b", "US"),
            answer("2", "b", "KR"),
            answer("1", "b", "KR"),
        ];
        let id = |id: &str| Some(id.repeat(22).parse().unwrap());
        let of = |earlier, later| {
            chosen(&answers, Some(&Comparison { earlier, later, ..Comparison::of_newest(ModelCode::Chatgpt) }))
        };
        assert_eq!(of(None, None), [Some(3), Some(0)]);
        assert_eq!(of(None, id("2")), [Some(4), Some(3)]);
        assert_eq!([of(None, id("3")), of(None, id("1"))], [[None, Some(2)], [None, Some(4)]]);
        assert_eq!(of(id("1"), id("4")), [Some(4), Some(1)]);
        assert_eq!(of(id("1"), id("6")), [Some(4), None]);
    }

    #[test]
    fn a_source_is_new_if_the_earlier_answer_does_not_cite_its_address() {
        let source = |url: &str| Source { url: url.to_owned(), title: String::new(), domain: None };
        let (before, after) = (["a", "b"].map(source), ["b", "c", "c"].map(source));
        assert_eq!(missing(&before, &after), [source("c")]);
        assert_eq!(missing(&after, &before), [source("a")]);
    }
}
