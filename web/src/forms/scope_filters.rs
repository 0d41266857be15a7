//! The filters of answers, folded on a phone, and those that are active.

use leptos::prelude::*;

use super::answers_filter_form::AnswersFilterForm;
use crate::components::FilterChips;
use crate::locale::t;
use crate::paths::AnswersParams;
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::queries::prompts::use_prompt;

/// The filters of answers. On a phone they are folded: they would fill the screen.
#[component]
pub fn ScopeFilters(
    /// The active filters.
    params: Memo<AnswersParams>,
    /// The address of the page without filters.
    #[prop(into)]
    clear: Signal<String>,
    /// Called with the new filters, and whether they replace the previous ones in the history.
    #[prop(into)]
    on_change: Callback<(AnswersParams, bool)>,
) -> AnyView {
    let prompt = use_prompt(Signal::derive(move || params.get().prompt));
    let sets = use_all_prompt_sets();
    view! {
        <details class="filters-fold" open=is_wide()>
            <summary>{t(|t| t.answers().filters_fold)}</summary>
            <AnswersFilterForm params sets on_change />
        </details>
        <FilterChips params sets prompt clear on_change />
    }
    .into_any()
}

fn is_wide() -> bool {
    window().match_media("(min-width: 48rem)").ok().flatten().is_some_and(|query| query.matches())
}
