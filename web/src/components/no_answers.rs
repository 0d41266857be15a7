//! In place of metrics and rankings while no answer was counted.

use answerdeck_api::metrics::Coverage;
use leptos::prelude::*;

use crate::locale::{Pick, t};
use crate::paths::{AnswerFilterParams, RUN_START};
use crate::reactive::live;
use crate::ui::{EmptyState, empty_with_link, none_found, skeleton};

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
    live(move || {
        if is_counting.get() {
            return skeleton::<4>();
        }
        if !params.with(AnswerFilterParams::is_unfiltered) {
            return view! {
                <EmptyState title=t(|t| t.answers().none_found) description=t(|t| t.answers().none_found_description)>
                    {clear
                        .map(|clear| {
                            view! {
                                <a class="button" href=clear>
                                    {t(|t| t.answers().clear)}
                                </a>
                            }
                        })}
                </EmptyState>
            }
            .into_any();
        }
        view! {
            <EmptyState title=t(|t| t.metrics().no_answers) description=t(|t| t.metrics().no_answers_description)>
                <a class="button" href=RUN_START>
                    {t(|t| t.runs().start)}
                </a>
            </EmptyState>
        }
        .into_any()
    })
}

/// In place of a ranking without rows: how to get some, or that none match the filter. `all` is the address of the page without one.
pub fn empty_ranking(is_unfiltered: bool, none: Pick, [empty, description]: [Pick; 2], all: String) -> AnyView {
    if is_unfiltered {
        return empty_with_link(empty, description, (RUN_START, |t| t.runs().start));
    }
    none_found(none, |t| t.answers().none_found_description, (Signal::stored(all), |t| t.answers().clear))
}
