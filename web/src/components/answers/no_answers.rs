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
    // What days leave out, and the filter with more days where there is no other.
    let newest = Memo::new(move |_| newest.get().filter(|at| params.with(|params| params.excludes(at))));
    let longer = Memo::new(move |_| {
        let (params, newest) = (params.get(), newest.get());
        params.has_only_days().then(|| params.longer(newest.as_ref()))
    });
    let title = t_with(move |t| match (excluded(), longer.with(Option::is_some)) {
        (Some(name), _) => (t.answers().none_from)(&name),
        (None, true) => (t.answers().none_in_period)(params.with(|params| params.window.days())),
        (None, false) => t.answers().none_found.to_owned(),
    });
    let description = t_with(move |t| {
        let (excluded, newest) = (excluded(), newest.get());
        match (excluded, longer.with(Option::is_some)) {
            (Some(_), _) => t.answers().none_from_description.to_owned(),
            (None, true) => (t.answers().none_in_period_description)(newest.as_ref().map(day).as_deref()),
            (None, false) => t.answers().none_found_description.to_owned(),
        }
    });
    let label = t_with(move |t| match longer.get() {
        Some(longer) => (t.answers().show_longer)(longer.window.days()),
        None => t.answers().clear_to_all_time.to_owned(),
    });
    let none = move || {
        let Some(address) = address else { return view! { <EmptyState title description /> }.into_any() };
        let href = Signal::derive(move || address.run(longer.get().unwrap_or_default()));
        view! { <EmptyState title description><ButtonLink label href /></EmptyState> }.into_any()
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
    let way = way_on(answers, is_narrowed, address);
    live(move || nothing_counted(is_unfiltered, start, move || none_with(none, way)))
}

/// Says that nothing matches a filter, and leads to the next longer period where days are the only filter, or to all answers.
pub fn none_matching(
    title: Pick,
    answers: &AnswerFilterParams,
    address: impl Fn(AnswerFilterParams) -> String,
) -> AnyView {
    none_with(title, way_on(answers, false, address))
}

// What can be done where nothing matches: its description, its address and its name.
fn way_on(
    answers: &AnswerFilterParams,
    is_narrowed: bool,
    address: impl Fn(AnswerFilterParams) -> String,
) -> [Signal<String>; 3] {
    if is_narrowed || !answers.has_only_days() {
        let all = Signal::stored(address(AnswerFilterParams::default()));
        return [t(|t| t.answers().none_found_description), all, t(|t| t.answers().clear_to_all_time)];
    }
    let longer = answers.longer(None);
    let days = longer.window.days();
    let description = t_with(|t| (t.answers().none_in_period_description)(None));
    [description, Signal::stored(address(longer)), t_with(move |t| (t.answers().show_longer)(days))]
}

fn none_with(title: Pick, [description, href, label]: [Signal<String>; 3]) -> AnyView {
    view! { <EmptyState title=t(title) description><ButtonLink label href /></EmptyState> }.into_any()
}

// `start` if there are no answers at all, and `none` if only the filter leaves none. Reactive.
fn nothing_counted(is_unfiltered: bool, start: impl FnOnce() -> AnyView, none: impl FnOnce() -> AnyView) -> AnyView {
    match has_none(is_unfiltered) {
        None => skeleton::<4>(),
        Some(true) => start(),
        Some(false) => none(),
    }
}
