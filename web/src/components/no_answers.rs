//! In place of metrics and rankings while no answer was counted.

use answerdeck_api::AnswerScope;
use answerdeck_api::metrics::Coverage;
use leptos::prelude::*;

use crate::locale::{Pick, t};
use crate::paths::{AnswerFilterParams, RUN_START};
use crate::queries::metrics::use_match_total;
use crate::queries::{Kind, Query, QueryState, retried, use_shared};
use crate::reactive::live;
use crate::ui::{EmptyState, empty_with_link, none_found, skeleton};

/// Whether a number of answers is 0. `None` until it is known. Reactive.
pub fn is_none(total: Query<(u64, Coverage)>) -> Option<bool> {
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

fn use_counted_total() -> Query<(u64, Coverage)> {
    let all = AnswerScope { finished: Some(true), ..AnswerScope::default() };
    retried(use_match_total(&[Kind::FinishedRuns], move || Some(all.clone().into())))
}

/// A skeleton while a brand is still being searched for in the answers. If there are no answers or none match the filter, how to get
/// some.
#[component]
pub fn NoAnswers(
    /// What was counted so far. `None` if nothing is searched for.
    #[prop(optional, into)]
    coverage: Signal<Option<Coverage>>,
    params: Memo<AnswerFilterParams>,
    /// The address of the page without a filter, where nothing else on the page leads to it.
    #[prop(optional)]
    clear: Option<Signal<String>>,
) -> AnyView {
    let is_counting = Memo::new(move |_| coverage.get().is_some_and(|coverage| coverage.answers > 0));
    let start = || {
        view! {
            <EmptyState title=t(|t| t.metrics().no_answers) description=t(|t| t.metrics().no_answers_description)>
                <a class="button" href=RUN_START>
                    {t(|t| t.common().new_run)}
                </a>
            </EmptyState>
        }
        .into_any()
    };
    live(move || match is_counting.get() {
        true => skeleton::<4>(),
        false => {
            nothing_counted(params.with(AnswerFilterParams::is_unfiltered), |t| t.answers().none_found, start, clear)
        }
    })
}

/// In place of a ranking without rows: how to get some, or that none match the filter. `all` is the address of the page without one.
pub fn empty_ranking(is_unfiltered: bool, none: Pick, [empty, description]: [Pick; 2], all: String) -> AnyView {
    let all = Signal::stored(all);
    let start = move || empty_with_link(empty, description, (RUN_START, |t| t.common().new_run));
    live(move || nothing_counted(is_unfiltered, none, start, Some(all)))
}

fn nothing_counted(
    is_unfiltered: bool,
    none: Pick,
    start: impl FnOnce() -> AnyView,
    all: Option<Signal<String>>,
) -> AnyView {
    let none_description: Pick = |t| t.answers().none_found_description;
    match (has_none(is_unfiltered), all) {
        (None, _) => skeleton::<4>(),
        (Some(true), _) => start(),
        (Some(false), Some(all)) => none_found(none, none_description, (all, |t| t.answers().clear)),
        (Some(false), None) => view! { <EmptyState title=t(none) description=t(none_description) /> }.into_any(),
    }
}
