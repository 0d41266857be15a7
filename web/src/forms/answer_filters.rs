//! The filters of a page about answers. Most visits filter nothing, so their code is loaded when they are opened, or when the
//! address has one.

use answerdeck_api::Prompt;
use leptos::prelude::*;

use super::answers_filter_form::AnswersFilterForm;
use crate::components::FilterChips;
use crate::lazy::{lazy_part, lazy_view, loaded_when};
use crate::locale::t;
use crate::paths::AnswerFilterParams;
use crate::queries::Query;
use crate::queries::prompt_sets::use_all_prompt_sets_when;
use crate::queries::prompts::use_prompt_of_filter;
use crate::reactive::live_when;
use crate::router::use_router;
use crate::ui::{Button, IconName};

/// The filters of a page about answers.
#[derive(Clone, Copy)]
pub struct PageFilters {
    pub params: Memo<AnswerFilterParams>,
    /// The address of the page with a filter.
    pub address: Callback<AnswerFilterParams, String>,
    /// The prompt in the address, if the page reads it too.
    pub prompt: Option<Query<Prompt>>,
    /// Whether the fields are shown. Becomes true if the period ends before it starts.
    pub is_open: RwSignal<bool>,
    /// Whether a [`super::ScopeBar`] offers some of the filters.
    pub has_bar: bool,
    /// Whether the page lists the answers that name a brand.
    pub has_brands: bool,
}

impl PageFilters {
    pub fn new(
        params: Memo<AnswerFilterParams>,
        address: impl Fn(AnswerFilterParams) -> String + Send + Sync + 'static,
    ) -> Self {
        let (address, is_open) = (Callback::new(address), RwSignal::new(false));
        Self { params, address, prompt: None, is_open, has_bar: false, has_brands: false }
    }
}

/// The fields, which a [`FiltersButton`] shows, and the active filters.
#[component]
pub fn AnswerFilters(filters: PageFilters) -> AnyView {
    let PageFilters { params, is_open, .. } = filters;
    let is_needed = Memo::new(move |_| is_open.get() || !params.with(AnswerFilterParams::is_unfiltered));
    let view = loaded_when(move || is_needed.get(), load);
    view! {
        <div class="answer-filters">{lazy_view(view, || ().into_any(), move |view| view(filters))}</div>
    }
    .into_any()
}

/// The button that shows the fields.
#[component]
pub fn FiltersButton(filters: PageFilters) -> AnyView {
    let is_open = filters.is_open;
    view! {
        <Button
            label=t(|t| t.answers().filters_fold)
            icon=IconName::Filter
            expanded=is_open
            on_click=move |()| is_open.update(|is_open| *is_open = !*is_open)
        />
    }
    .into_any()
}

lazy_part! {
    answer_filters: fn(PageFilters) -> AnyView = filters_view
}

fn filters_view(PageFilters { params, prompt, address, is_open, has_bar, has_brands }: PageFilters) -> AnyView {
    // The fields say why there are no answers.
    if params.with_untracked(AnswerFilterParams::is_reversed) {
        is_open.set(true);
    }
    let prompt = prompt.unwrap_or_else(|| use_prompt_of_filter(params));
    let sets =
        use_all_prompt_sets_when(move || !has_bar && (is_open.get() || params.with(|params| params.set.is_some())));
    let router = use_router();
    let show = Callback::new(move |(next, replace): (AnswerFilterParams, bool)| {
        let address = untrack(|| address.run(next));
        router.navigate(&address, replace);
    });
    // The fields ask for runs, models and regions: not before they are seen.
    let was_open = Memo::new(move |before| is_open.get() || before == Some(&true));
    let fields = move || view! { <AnswersFilterForm params sets on_change=show has_bar has_brands /> };
    view! {
        <div hidden=move || !is_open.get()>{live_when(move || was_open.get(), fields)}</div>
        <FilterChips params sets prompt address has_bar />
    }
    .into_any()
}
