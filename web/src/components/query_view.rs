//! Loading, empty and failed: three different sights.

use leptos::prelude::*;

use super::{Button, Icon, IconName};
use crate::locale::{t, t_with};
use crate::queries::{Query, QueryState};
use crate::reactive::live;
use crate::request_error::RequestError;

/// The sight of a read: `waiting` while it is on its way, `ready` when it is here, the reason when it failed.
pub fn query_view<T: Clone + 'static>(
    query: Query<T>,
    waiting: impl Fn() -> AnyView + Send + 'static,
    ready: impl Fn(T) -> AnyView + Send + 'static,
) -> AnyView {
    let sight = move || match query.get() {
        QueryState::Loading => waiting(),
        QueryState::Ready(value) => ready(value),
        QueryState::Failed(failure) => failed(failure, Callback::new(move |()| query.retry())),
    };
    live(sight)
}

/// Something could not be loaded: why, the request's id, and another try.
pub fn failed(failure: RequestError, on_retry: Callback<()>) -> AnyView {
    let id = failure.request_id();
    let missing = failure.is_not_found();
    let message = t_with(move |t| failure.message(t));
    view! {
        <div class="sight" data-sight="failed" role="alert">
            <Icon icon=IconName::Warning />
            <h2>{t(|t| t.failure().heading)}</h2>
            <p>{message}</p>
            {id.map(|id| view! { <p>{t(|t| t.failure().request_id)} " " <code>{id}</code></p> })}
            <div class="sight-actions">
                {(!missing).then(|| view! { <Button label=t(|t| t.common().retry) on_click=on_retry /> })}
            </div>
        </div>
    }
    .into_any()
}

/// There is nothing: what it would be, and how to make one.
#[component]
pub fn Empty(
    /// What there is none of.
    #[prop(into)]
    title: Signal<String>,
    /// What to do.
    #[prop(into)]
    sentence: Signal<String>,
    /// The buttons that do it.
    #[prop(optional)]
    children: Option<Children>,
) -> AnyView {
    view! {
        <div class="sight" data-sight="empty">
            <Icon icon=IconName::Empty />
            <h2>{title}</h2>
            <p>{sentence}</p>
            {children.map(|children| view! { <div class="sight-actions">{children()}</div> })}
        </div>
    }
    .into_any()
}

/// Keeps the place of a table that is on its way.
#[component]
pub fn Skeleton(
    /// Its rows.
    #[prop(default = 6)]
    rows: usize,
) -> AnyView {
    view! {
        <div class="skeleton" role="status" aria-label=t(|t| t.common().loading)>
            {(0..=rows).map(|_| view! { <div></div> }).collect_view()}
        </div>
    }
    .into_any()
}

/// What stands in the address cannot name anything.
pub fn malformed_address() -> AnyView {
    view! {
        <div class="sight" data-sight="failed" role="alert">
            <Icon icon=IconName::Warning />
            <p>{t(|t| t.failure().malformed_address)}</p>
        </div>
    }
    .into_any()
}
