//! The bar of a page with numbers: its title, the answers that are counted, and the period of its trends.

use answerdeck_api::Run;
use leptos::prelude::*;

use super::answer_filters::{FiltersButton, PageFilters};
use super::filter_options::{FilterOptions, OWN, by_model, by_set, by_window, route_choice};
use crate::components::PeriodChoice;
use crate::locale::t;
use crate::paths::{AnswerFilterParams, Period};
use crate::queries::prompt_sets::use_all_prompt_sets_when;
use crate::queries::{Items, Query};
use crate::reactive::live_when;
use crate::router::use_router;
use crate::ui::SelectField;

/// The bar. It stays at the top of the window.
#[component]
pub fn ScopeBar(
    filters: PageFilters,
    /// The answers that the page counts.
    answers: Memo<AnswerFilterParams>,
    /// The newest runs. Models that they did not ask are offered after the others.
    runs: Query<Items<Run>>,
    period: Memo<Period>,
    on_period: Callback<Period>,
    /// Whether there are answers to choose from.
    has_choices: Memo<bool>,
    title: AnyView,
    /// How many answers are counted.
    total: AnyView,
) -> AnyView {
    let PageFilters { params, address, is_open, .. } = filters;
    let router = use_router();
    let show = move |next: AnswerFilterParams| router.navigate_in_place(&untrack(|| address.run(next)));
    // The names of sets are not needed before a set is chosen.
    let are_sets_needed = RwSignal::new(false);
    let sets = use_all_prompt_sets_when(move || are_sets_needed.get() || params.with(|params| params.set.is_some()));
    let (open_sets, open_others) = (Callback::new(move |()| are_sets_needed.set(true)), Callback::new(|()| ()));
    // The options say what they are.
    let select = move |filter: FilterOptions, on_open: Callback<()>| {
        let FilterOptions { label, options, rest, selected, choose } = filter;
        let change = move |value: String| {
            // The filters have the fields for days of one's own.
            if value == OWN {
                is_open.set(true);
            }
            show(choose(params.get_untracked(), &value));
        };
        view! { <SelectField label=t(label) options rest selected on_change=change on_open /> }.into_any()
    };
    let choices = move || {
        view! {
            {select(by_window(params, true), open_others)}
            {select(by_set(sets, params), open_sets)}
            {select(by_model(params, Some(runs)), open_others)}
            <PeriodChoice period answers on_change=on_period />
            <FiltersButton filters />
        }
    };
    let routes = move || route_choice(answers, move |filter| select(filter, open_others));
    // Without answers, it is the header of any page.
    view! {
        <div class=move || if has_choices.get() { "scope-bar" } else { "" }>
            {title} {live_when(move || has_choices.get(), choices)}
            <div class="scope-answers" hidden=move || !has_choices.get()>
                {live_when(move || has_choices.get(), routes)}
                {total}
            </div>
        </div>
    }
    .into_any()
}
