//! What changed between two answers of a model: words and sources.

use answerdeck_api::{Answer, ModelCode, Source};
use leptos::prelude::*;

use crate::components::{ShowMore, SourceList, model_label};
use crate::format::exact;
use crate::locale::{Pick, Texts, t, t_with};
use crate::parts::lazy_part;
use crate::queries::use_models;
use crate::reactive::live;
use crate::ui::{Methodology, SelectField};
use crate::untrusted::{Change, text_diff, to_text};

/// The number of parts of the texts that are shown at first: more than usual answers have.
const SHOWN_AT_FIRST: usize = 1_000;

/// Shows answers, newest first, of which each model has at least two.
type ChangesView = fn(Vec<Answer>) -> AnyView;

lazy_part! {
    answer_changes: ChangesView = view
}

fn view(answers: Vec<Answer>) -> AnyView {
    let models = use_models();
    let mut codes: Vec<ModelCode> = Vec::new();
    for answer in &answers {
        if !codes.contains(&answer.model) {
            codes.push(answer.model.clone());
        }
    }
    let model = RwSignal::new(codes.first().map(ModelCode::to_string).unwrap_or_default());
    let answers = StoredValue::new(answers);
    let of_model = move || -> Vec<Answer> {
        let model = model.get();
        let is_of_model = |answer: &&Answer| answer.model.as_str() == model;
        answers.with_value(|answers| answers.iter().filter(is_of_model).cloned().collect())
    };
    // Positions among the answers of the model, of which the first is the newest.
    let (earlier, later) = (RwSignal::new(1), RwSignal::new(0));
    let model_options = Signal::derive(move || {
        codes.iter().map(|code| (code.to_string(), model_label(models, code))).collect::<Vec<_>>()
    });
    let choose_model = move |code: String| {
        earlier.set(1);
        later.set(0);
        model.set(code);
    };
    let answer_options = Signal::derive(move || {
        let option = |(at, answer): (usize, Answer)| {
            let time = answer.created_at.as_ref().map(exact).unwrap_or_default();
            (at.to_string(), format!("{}. {time}", at + 1))
        };
        of_model().into_iter().enumerate().map(option).collect::<Vec<_>>()
    });
    let answer_field = move |id: &'static str, label: Pick, position: RwSignal<usize>| {
        view! {
            <SelectField
                id
                label=t(label)
                options=answer_options
                selected=Signal::derive(move || position.get().to_string())
                on_change=move |at: String| position.set(at.parse().unwrap_or_default())
            />
        }
    };
    let changes = move || {
        let answers = of_model();
        // The earlier one has the greater position, whichever field it was chosen in.
        let (one, other) = (earlier.get(), later.get());
        match (answers.get(one.max(other)), answers.get(one.min(other))) {
            (Some(before), Some(after)) if one != other => changes_view(before, after),
            _ => view! { <p class="muted" role="status">{t(|t| t.answer_changes().choose_two)}</p> }.into_any(),
        }
    };
    view! {
        <div class="changes-view">
            <div class="filters">
                <SelectField
                    id="changes-model"
                    label=t(|t| t.answers().model)
                    options=model_options
                    selected=model
                    on_change=choose_model
                />
                {answer_field("changes-earlier", |t| t.answer_changes().earlier, earlier)}
                {answer_field("changes-later", |t| t.answer_changes().later, later)}
            </div>
            {live(changes)}
            <Methodology label=t(|t| t.common().methodology) text=t(|t| t.answer_changes().methodology) />
        </div>
    }
    .into_any()
}

fn changes_view(before: &Answer, after: &Answer) -> AnyView {
    let changes = text_diff(&to_text(&before.content), &to_text(&after.content));
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
            <h3 id="changes-sources">{t(|t| t.answers().sources)}</h3>
            <p class="muted">{t_with(move |t| (t.answer_changes().kept_sources)(kept as u64))}</p>
            {source_list(new, |t, n| (t.answer_changes().new_sources)(n))}
            {source_list(lost, |t, n| (t.answer_changes().lost_sources)(n))}
        </section>
    }
    .into_any()
}

fn text_view(changes: Vec<(Change, String)>) -> AnyView {
    let shown = RwSignal::new(SHOWN_AT_FIRST);
    let total = changes.len();
    let hidden = Signal::derive(move || total.saturating_sub(shown.get()) as u64);
    let text = move || changes.iter().take(shown.get()).cloned().map(change_view).collect_view().into_any();
    view! {
        <div class="text-diff" dir="auto">
            {live(text)}
        </div>
        <ShowMore rows=hidden on_click=move |()| shown.set(usize::MAX) />
    }
    .into_any()
}

fn change_view((change, text): (Change, String)) -> AnyView {
    let mark = |sign: &'static str, name: Pick| {
        view! {
            <span aria-hidden="true">{sign}</span>
            <span class="visually-hidden">{t(name)} " "</span>
        }
    };
    match change {
        Change::Same => view! { <span>{text}</span> }.into_any(),
        Change::Removed => view! { <del>{mark("−", |t| t.answer_changes().removed)} {text}</del> }.into_any(),
        Change::Added => view! { <ins>{mark("+", |t| t.answer_changes().added)} {text}</ins> }.into_any(),
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
    fn a_source_is_new_if_the_earlier_answer_does_not_cite_its_address() {
        let source = |url: &str| Source { url: url.to_owned(), title: String::new(), domain: None };
        let (before, after) = (["a", "b"].map(source), ["b", "c", "c"].map(source));
        assert_eq!(missing(&before, &after), [source("c")]);
        assert_eq!(missing(&after, &before), [source("a")]);
    }
}
