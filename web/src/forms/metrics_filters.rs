//! The filters of a page with metrics. Most visits filter nothing, so their code is loaded when they are opened, or when the
//! address has one.

use leptos::prelude::*;

use super::answer_filters::{FilterAddress, fields_and_active};
use crate::locale::t;
use crate::paths::AnswersParams;
use crate::reactive::{effect, live_option};
use crate::ui::{Button, IconName};

/// The function that makes the filters. They show their fields while the last parameter is true.
type FiltersView = fn(Memo<AnswersParams>, FilterAddress, Signal<bool>) -> AnyView;

/// The filters of a page with metrics: a button that shows the fields, and the active filters.
#[component]
pub fn MetricsFilters(
    /// The filter in the address of the page.
    params: Memo<AnswersParams>,
    /// Returns the address of the page with a filter.
    address: FilterAddress,
) -> AnyView {
    let is_open = RwSignal::new(false);
    let is_needed = Memo::new(move |_| is_open.get() || !params.with(AnswersParams::is_everything));
    let view = RwSignal::new(None::<FiltersView>);
    let is_loading = move || is_needed.get() && view.with(Option::is_none);
    effect(move || {
        if is_needed.get() && view.with_untracked(Option::is_none) {
            leptos::task::spawn_local(async move {
                let loaded = load().await;
                view.try_set(Some(loaded));
            });
        }
    });
    view! {
        <div class="metrics-filters">
            <Button
                label=t(|t| t.answers().filters_fold)
                icon=IconName::Filter
                expanded=is_open
                busy=Signal::derive(is_loading)
                on_click=move |()| is_open.update(|is_open| *is_open = !*is_open)
            />
            {live_option(move || view.get().map(|view| untrack(|| view(params, address, is_open.into()))))}
        </div>
    }
    .into_any()
}

/// The filters.
#[cfg_attr(feature = "split", lazy)]
pub fn metrics_filters() -> FiltersView {
    |params, address, is_open| {
        let (fields, active) = fields_and_active(params, address);
        view! {
            <div hidden=move || !is_open.get()>{fields}</div>
            {active}
        }
        .into_any()
    }
}

#[cfg(feature = "split")]
async fn load() -> FiltersView {
    metrics_filters().await
}

// Without splitting, the program contains all code.
#[cfg(not(feature = "split"))]
async fn load() -> FiltersView {
    metrics_filters()
}
