//! The filters of a page about answers.

use leptos::prelude::*;

use super::answers_filter_form::AnswersFilterForm;
use crate::components::FilterChips;
use crate::locale::t;
use crate::navigation::use_navigate;
use crate::paths::AnswersParams;
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::queries::prompts::use_prompt;

/// Returns the address of a page with a filter.
pub type FilterAddress = Callback<AnswersParams, String>;

/// The filters of a list of answers: the fields, folded on a phone, and the active ones.
#[component]
pub fn AnswerFilters(
    /// The filter in the address of the page.
    params: Memo<AnswersParams>,
    /// Returns the address of the page with a filter.
    address: FilterAddress,
) -> AnyView {
    let (fields, active) = fields_and_active(params, address);
    view! {
        <details class="filters-fold" open=is_wide()>
            <summary>{t(|t| t.answers().filters_fold)}</summary>
            {fields}
        </details>
        {active}
    }
    .into_any()
}

/// The fields that choose a filter, and the active filters.
pub(super) fn fields_and_active(params: Memo<AnswersParams>, address: FilterAddress) -> (AnyView, AnyView) {
    let prompt = use_prompt(Signal::derive(move || params.get().prompt));
    let sets = use_all_prompt_sets();
    let go = StoredValue::new_local(use_navigate());
    let show = Callback::new(move |(next, replace): (AnswersParams, bool)| {
        let address = untrack(|| address.run(next));
        go.with_value(|go| go(&address, replace));
    });
    let clear = Signal::derive(move || address.run(AnswersParams::default()));
    let fields = view! { <AnswersFilterForm params sets on_change=show /> }.into_any();
    (fields, view! { <FilterChips params sets prompt clear on_change=show /> }.into_any())
}

// On a phone the filters are folded: they would fill the screen.
fn is_wide() -> bool {
    window().match_media("(min-width: 48rem)").ok().flatten().is_some_and(|query| query.matches())
}
