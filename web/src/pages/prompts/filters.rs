//! What chooses the listed prompts, their order, and the answers that are counted.

use leptos::prelude::*;

use super::figures::sort_field;
use super::shown::Shown;
use crate::forms::{CarriedFilters, WindowField, set_options};
use crate::locale::t;
use crate::paths::{AnswerFilterParams, PromptsParams, UrlParams};
use crate::reactive::live_when;
use crate::router::use_router;
use crate::ui::{SearchField, SelectField};

pub(super) fn filters(Shown { params, filtered, answers, sort, sets, brands, has_figures, .. }: Shown) -> AnyView {
    let router = use_router();
    let show = move |next: PromptsParams, replace: bool| router.navigate(&next.address(), replace);
    let address = Callback::new(move |answers: AnswerFilterParams| PromptsParams { answers, ..params.get() }.address());
    let choose_order = Callback::new(move |order: String| {
        let sort = Some(order).filter(|order| !order.is_empty());
        router.navigate_in_place(&PromptsParams { sort, ..params.get_untracked() }.address());
    });
    let (options, set) = set_options(sets, filtered);
    // Before the brands are known, there is room for what chooses the answers.
    let may_have_figures = Memo::new(move |_| has_figures.get() || brands.is_loading());
    view! {
        <div class="filters" role="search">
            <SearchField
                id="prompt-search"
                label=t(|t| t.prompts().search)
                value=Signal::derive(move || params.get().search.unwrap_or_default())
                on_search=move |text: String| {
                    let search = Some(text).filter(|text| !text.is_empty());
                    // Every pause in typing would be an entry of the history.
                    show(PromptsParams { search, ..params.get_untracked() }, true);
                }
            />
            <SelectField
                id="prompt-set-filter"
                label=t(|t| t.common().set)
                options
                selected=set
                on_change=move |id: String| {
                    let answers = AnswerFilterParams { set: id.parse().ok(), ..filtered.get_untracked() };
                    show(PromptsParams { answers, ..params.get_untracked() }, false);
                }
            />
            {live_when(
                move || may_have_figures.get(),
                move || {
                    view! {
                        <WindowField params=filtered answers address />
                        {sort_field(sort, answers, choose_order)}
                    }
                    .into_any()
                },
            )}
        </div>
        {live_when(
            move || may_have_figures.get(),
            move || view! { <CarriedFilters params=filtered address /> }.into_any(),
        )}
    }
    .into_any()
}
