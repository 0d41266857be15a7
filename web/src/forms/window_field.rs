//! The days and the route of the answers that a page counts, and the other filters that its address carries from page to page.

use leptos::prelude::*;

use super::filter_options::{FilterOptions, route_choice};
use crate::components::{FilterChips, window_name};
use crate::locale::{t, texts};
use crate::paths::{AnswerFilterParams, WINDOWS, Window};
use crate::queries::prompt_sets::use_all_prompt_sets_when;
use crate::queries::prompts::use_prompt_of_filter;
use crate::router::use_router;
use crate::ui::SelectField;

/// The value of the option for a first and a last day of one's own.
pub(super) const OWN: &str = "own";

/// The windows to choose from, with days of one's own or without.
pub(super) fn window_options(has_own: impl Fn() -> bool + Send + Sync + 'static) -> Signal<Vec<(String, String)>> {
    Signal::derive(move || {
        let texts = texts();
        let offered = WINDOWS.into_iter().filter_map(|window| Some((window.text()?, window_name(window, texts))));
        let own = has_own().then(|| (OWN.to_owned(), window_name(Window::Unset, texts)));
        offered.chain(own).collect()
    })
}

/// The option of the days of the answers that a page counts.
pub(super) fn chosen_window(answers: Memo<AnswerFilterParams>) -> Signal<String> {
    Signal::derive(move || {
        answers.with(|answers| match (answers.window, &answers.from, &answers.to) {
            (Window::Unset, None, None) => Window::All.text().unwrap_or_default(),
            (Window::Unset, ..) => OWN.to_owned(),
            (window, ..) => window.text().unwrap_or_default(),
        })
    })
}

/// The filter with a chosen option. Days of one's own are at first those of the window.
pub(super) fn with_window(params: AnswerFilterParams, option: &str) -> AnswerFilterParams {
    if option != OWN {
        return params.within(Window::of(option));
    }
    let AnswerFilterParams { from, to, .. } = params.clone().recent();
    let from = from.or_else(|| AnswerFilterParams::default().recent().from);
    params.between(from, to)
}

/// Chooses the window of the answers that a page counts. It has no fields for days of one's own, which other pages choose.
#[component]
pub fn WindowField(
    /// The filter in the address of the page.
    params: Memo<AnswerFilterParams>,
    /// The answers that the page counts.
    answers: Memo<AnswerFilterParams>,
    address: Callback<AnswerFilterParams, String>,
) -> AnyView {
    let router = use_router();
    let selected = chosen_window(answers);
    let choose = move |value: String| {
        if value != OWN {
            let next = with_window(params.get_untracked(), &value);
            router.navigate_in_place(&untrack(|| address.run(next)));
        }
    };
    view! {
        <SelectField
            id="answers-window"
            label=t(|t| t.common().period)
            options=window_options(move || selected.get() == OWN)
            selected
            on_change=choose
        />
    }
    .into_any()
}

/// Chooses the route of the answers that a page counts. Nothing if all came by one.
#[component]
pub fn RouteField(
    /// The filter in the address of the page.
    params: Memo<AnswerFilterParams>,
    /// The answers that the page counts.
    answers: Memo<AnswerFilterParams>,
    address: Callback<AnswerFilterParams, String>,
) -> AnyView {
    let router = use_router();
    route_choice(answers, move |filter| {
        let FilterOptions { label, options, selected, choose, .. } = filter;
        let choose = move |value: String| {
            let next = choose(params.get_untracked(), &value);
            router.navigate_in_place(&untrack(|| address.run(next)));
        };
        view! { <SelectField id="counted-route" label=t(label) options selected on_change=choose /> }.into_any()
    })
}

/// The filters in the address of a page that has fields for sets, days and routes only.
#[component]
pub fn CarriedFilters(params: Memo<AnswerFilterParams>, address: Callback<AnswerFilterParams, String>) -> AnyView {
    // With what the fields show.
    let with_fields = Callback::new(move |next: AnswerFilterParams| {
        let AnswerFilterParams { set, route, from, to, window, .. } = params.get();
        address.run(AnswerFilterParams { set, route, from, to, window, ..next })
    });
    let carried = Memo::new(move |_| {
        let AnswerFilterParams { run, model, region, .. } = params.get();
        AnswerFilterParams { run, model, region, ..AnswerFilterParams::default() }
    });
    let (sets, prompt) = (use_all_prompt_sets_when(|| false), use_prompt_of_filter(carried));
    view! { <FilterChips params=carried sets prompt address=with_fields /> }.into_any()
}
