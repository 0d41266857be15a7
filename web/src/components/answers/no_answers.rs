//! In place of metrics and rankings while no answer was counted.

use answerdeck_api::metrics::Coverage;
use answerdeck_api::{AnswerScope, Model, Timestamp};
use leptos::prelude::*;

use crate::components::plain_model_name;
use crate::format::{day, region};
use crate::locale::{Pick, t, t_with};
use crate::paths::{AnswerFilterParams, OVERVIEW, RUN_START};
use crate::queries::metrics::{MatchCount, use_match_total};
use crate::queries::{Kind, Query, QueryState, retried, use_models, use_shared};
use crate::reactive::live;
use crate::ui::{ButtonLink, EmptyState, Variant, empty_with_action, skeleton};

/// Whether a number of answers is 0. `None` until it is known. Reactive.
pub fn is_none(total: Query<MatchCount>) -> Option<bool> {
    match total.get() {
        QueryState::Loading => None,
        QueryState::Ready((total, _)) => Some(total == 0),
        QueryState::Failed(_) => Some(false),
    }
}

/// Whether no answers are counted, with or without a filter, where none are with one. `None` until it is known. Reactive.
pub fn has_none(is_unfiltered: bool) -> Option<bool> {
    if is_unfiltered { Some(true) } else { is_none(use_shared(use_counted_total)) }
}

fn use_counted_total() -> Query<MatchCount> {
    let all = AnswerScope { finished: Some(true), ..AnswerScope::default() };
    retried(use_match_total(&[Kind::FinishedRuns], move || Some(all.clone().into())))
}

/// A skeleton while a brand is still being searched for in the answers. If there are no answers or none match the filter, why, and how
/// to get some.
#[component]
pub fn NoAnswers(
    /// What was counted so far. `None` if nothing is searched for.
    #[prop(optional, into)]
    coverage: Signal<Option<Coverage>>,
    params: Memo<AnswerFilterParams>,
    /// The address of the page with another filter, where nothing else on the page leads to it.
    #[prop(optional_no_strip)]
    address: Option<Callback<AnswerFilterParams, String>>,
    /// When the newest of all answers were asked for, if it is known.
    #[prop(optional, into)]
    newest: Signal<Option<Timestamp>>,
    /// Whether this is the overview, whose first steps are done. Elsewhere it leads there.
    #[prop(optional)]
    has_begun: bool,
) -> AnyView {
    let is_counting = Memo::new(move |_| coverage.get().is_some_and(|coverage| coverage.answers > 0));
    let (next, name): (&str, Pick) = match has_begun {
        true => (RUN_START, |t| t.common().new_run),
        false => (OVERVIEW, |t| t.setup().title),
    };
    let start = move || {
        view! {
            <EmptyState title=t(|t| t.metrics().no_answers) description=t(|t| t.metrics().no_answers_description)>
                <ButtonLink label=t(name) href=next />
            </EmptyState>
        }
        .into_any()
    };
    let models = use_models();
    let excluded = move || params.with(|params| excluded_name(params, models));
    let none = move || {
        let answers = params.get();
        let left_out = newest.get().filter(|at| answers.excludes(at));
        let (wider, [description, label]) = way_on(&answers, left_out.as_ref(), false);
        let only_days = answers.has_only_days().then(|| answers.window.days());
        let title = t_with(move |t| match (excluded(), only_days) {
            (Some(name), _) => (t.answers().none_from)(&name),
            (None, Some(days)) => (t.answers().none_in_period)(days),
            (None, None) => t.answers().none_found.to_owned(),
        });
        let description = t_with(move |t| match excluded() {
            Some(_) => t.answers().none_from_description.to_owned(),
            None => description.get(),
        });
        let Some(address) = address else { return view! { <EmptyState title description /> }.into_any() };
        none_with(title, [description, label], Signal::derive(move || address.run(wider.clone())))
    };
    live(move || match is_counting.get() {
        true => skeleton::<4>(),
        false => nothing_counted(params.with(AnswerFilterParams::is_unfiltered), start, none),
    })
}

/// The name of the model or region without answers, if days are the only other filter. Reactive.
fn excluded_name(params: &AnswerFilterParams, models: Query<Vec<Model>>) -> Option<String> {
    let others = AnswerFilterParams { model: None, region: None, from: None, to: None, ..params.clone() };
    match (&params.model, &params.region) {
        _ if !others.is_unfiltered() => None,
        (Some(model), None) => Some(plain_model_name(models, model)),
        (None, Some(code)) => Some(region(code)),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

/// In place of a list of what the first run collects: leads to the first steps of the organization, the next of which may be another.
pub fn first_steps(title: Pick, description: Pick) -> AnyView {
    let link = view! { <ButtonLink label=t(|t| t.setup().title) href=OVERVIEW variant=Variant::Primary /> };
    empty_with_action(title, description, link.into_any())
}

/// In place of a ranking without rows: how to get some, or that none match the filter. `is_narrowed` is whether the page has another
/// condition. `address` is that of the page with a filter and without it.
pub fn empty_ranking(
    answers: &AnswerFilterParams,
    is_narrowed: bool,
    none: Pick,
    [empty, description]: [Pick; 2],
    address: impl Fn(AnswerFilterParams) -> String,
) -> AnyView {
    let is_unfiltered = !is_narrowed && answers.is_unfiltered();
    let start = move || first_steps(empty, description);
    let (wider, texts) = way_on(answers, None, is_narrowed);
    let href = Signal::stored(address(wider));
    live(move || nothing_counted(is_unfiltered, start, move || none_with(t(none), texts, href)))
}

/// Says that nothing matches a filter, and leads to the next longer period where days are the only filter, or to all answers.
pub fn none_matching(
    title: Pick,
    answers: &AnswerFilterParams,
    address: impl Fn(AnswerFilterParams) -> String,
) -> AnyView {
    let (wider, texts) = way_on(answers, None, false);
    none_with(t(title), texts, Signal::stored(address(wider)))
}

// What can be done where nothing matches: the wider filter, and the description and the label of the link to it. `left_out` is when the
// newest answers were asked for that its days leave out, if it is known.
fn way_on(
    answers: &AnswerFilterParams,
    left_out: Option<&Timestamp>,
    is_narrowed: bool,
) -> (AnswerFilterParams, [Signal<String>; 2]) {
    if is_narrowed || !answers.has_only_days() {
        let texts = [t(|t| t.answers().none_found_description), t(|t| t.answers().clear_to_all_time)];
        return (AnswerFilterParams::default(), texts);
    }
    let longer = answers.longer(left_out);
    let (days, left_out) = (longer.window.days(), left_out.cloned());
    let description = t_with(move |t| (t.answers().none_in_period_description)(left_out.as_ref().map(day).as_deref()));
    (longer, [description, t_with(move |t| (t.answers().show_longer)(days))])
}

fn none_with(title: Signal<String>, [description, label]: [Signal<String>; 2], href: Signal<String>) -> AnyView {
    view! { <EmptyState title description><ButtonLink label href /></EmptyState> }.into_any()
}

// `start` if there are no answers at all, and `none` if only the filter leaves none. Reactive.
fn nothing_counted(is_unfiltered: bool, start: impl FnOnce() -> AnyView, none: impl FnOnce() -> AnyView) -> AnyView {
    match has_none(is_unfiltered) {
        None => skeleton::<4>(),
        Some(true) => start(),
        Some(false) => none(),
    }
}
