//! The states of a query: loading, ready and failed.

use leptos::prelude::*;

use super::missing_filter::missing_filter;
use crate::locale::{Pick, t, t_with};
use crate::queries::Query;
use crate::reactive::{live, live_on};
use crate::request_error::RequestError;
use crate::ui::{Button, Icon, IconName, loading, none_found};

/// Shows a query: `loading` until the value arrives, `ready` with the value, or why it failed.
pub fn query_view<T: Clone + 'static>(
    query: Query<T>,
    loading: impl Fn() -> AnyView + Send + 'static,
    ready: impl Fn(T) -> AnyView + Send + 'static,
) -> AnyView {
    live(move || failure_view(query).unwrap_or_else(|| query.value().map_or_else(&loading, &ready)))
}

/// Shows the query of the item of a page as [`query_view`] does. An item that does not exist, and one whose id in the address is
/// malformed, leads to the list of such items, by its address and its name.
pub fn item_view<Id: Send + Sync + 'static, T: Clone + 'static>(
    id: Memo<Option<Id>>,
    query: Query<T>,
    loading: impl Fn() -> AnyView + Send + 'static,
    ready: impl Fn(T) -> AnyView + Send + 'static,
    list: (&'static str, Pick),
) -> AnyView {
    live(move || item_failure(id, query, list).unwrap_or_else(|| query.value().map_or_else(&loading, &ready)))
}

/// Shows a watched item as [`item_view`] does. `ready` reads the item itself. It is built once, also if a later state cannot be read.
pub fn steady_item_view<Id: Send + Sync + 'static, T: Clone + 'static>(
    id: Memo<Option<Id>>,
    query: Query<T>,
    ready: impl Fn() -> AnyView + Send + 'static,
    list: (&'static str, Pick),
) -> AnyView {
    let is_ready = Memo::new(move |_| query.with(|value| value.is_some()));
    live(move || match id.with(Option::is_some) && is_ready.get() {
        true => untrack(&ready),
        false => item_failure(id, query, list).unwrap_or_else(loading),
    })
}

// Why an item is not shown. `None` if it is, or is still read.
fn item_failure<Id: Send + Sync + 'static, T: Clone + 'static>(
    id: Memo<Option<Id>>,
    query: Query<T>,
    list: (&'static str, Pick),
) -> Option<AnyView> {
    if id.with(Option::is_none) {
        return Some(missing_item(|t| t.failure().malformed_address, list));
    }
    Some(item_error(query.failure()?, Callback::new(move |()| query.retry()), list))
}

fn item_error(failure: RequestError, on_retry: Callback<()>, list: (&'static str, Pick)) -> AnyView {
    match failure.is_item_missing() {
        true => missing_item(|t| t.failure().no_item_description, list),
        false => query_error(failure, on_retry),
    }
}

fn missing_item(description: Pick, (address, name): (&'static str, Pick)) -> AnyView {
    none_found(|t| t.failure().no_item, description, (address.into(), name))
}

/// Shows a query whose view reads the value itself: `loading` until a value arrives, `ready` while there is one, or why it
/// failed. `ready` is built once, so that a new value does not take the focus away.
pub fn steady_view<T: Clone + 'static>(
    query: Query<T>,
    loading: impl Fn() -> AnyView + Send + 'static,
    ready: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    steady_view_with(query, || ().into_any(), loading, ready)
}

/// Shows a query as [`steady_view`] does. A failure is below the controls of the view, with which another value can be asked for.
pub fn steady_view_with<T: Clone + 'static>(
    query: Query<T>,
    controls: impl Fn() -> AnyView + Send + 'static,
    loading: impl Fn() -> AnyView + Send + 'static,
    ready: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let is_ready = Memo::new(move |_| query.with(|value| value.is_some()));
    live(move || {
        if is_ready.get() {
            return untrack(&ready);
        }
        match failure_view(query) {
            Some(failure) => view! { {untrack(&controls)} {failure} }.into_any(),
            None => loading(),
        }
    })
}

/// Shows `view` once a query has a value or has failed, and `loading` before: what the view shows would move when the value
/// arrives. The view stays while the value is fetched again.
pub fn settled_view<T: Clone + 'static>(
    query: Query<T>,
    loading: fn() -> AnyView,
    view: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    live_on(settled(query), move |is_settled| if is_settled { view() } else { loading() })
}

/// Whether a query has had a value or has failed. It stays so while the value is fetched again.
pub fn settled<T: Clone + 'static>(query: Query<T>) -> Memo<bool> {
    Memo::new(move |settled| settled == Some(&true) || !query.is_loading())
}

/// Shows why a query failed: the message, the request id and, unless the item or the operation does not exist, a retry button. If a
/// filter of the page names an item that does not exist, offers to remove the filter.
pub fn query_error(failure: RequestError, on_retry: Callback<()>) -> AnyView {
    if let Some(missing) = missing_filter(&failure) {
        return missing;
    }
    let id = request_id(&failure);
    let (is_missing, is_not_found) = (failure.is_operation_missing(), failure.is_not_found());
    // What every platform has is read by operations of the contract.
    let message = t_with(move |t| if is_missing { t.failure().no_metrics.to_owned() } else { failure.message(t) });
    let reason = view! {
        <p>{message}</p>
        {id}
    };
    let retry =
        (!is_not_found && !is_missing).then(|| view! { <Button label=t(|t| t.common().retry) on_click=on_retry /> });
    failed_panel(t(|t| t.failure().heading), reason.into_any(), retry.into_any())
}

/// Says that something failed, why, and what can be done.
pub fn failed_panel(title: Signal<String>, reason: AnyView, actions: AnyView) -> AnyView {
    view! {
        <div class="state-panel" data-state="failed" role="alert">
            <Icon icon=IconName::Warning />
            <h2>{title}</h2>
            {reason}
            <div class="state-actions">{actions}</div>
        </div>
    }
    .into_any()
}

/// The id of a failed request, for the server's operator. `None` if it has none.
pub fn request_id(failure: &RequestError) -> Option<AnyView> {
    let id = failure.request_id()?;
    Some(view! { <p>{t(|t| t.failure().request_id)} " " <code>{id}</code></p> }.into_any())
}

/// Why a query failed. `None` if it did not.
pub fn failure_view<T: Clone + 'static>(query: Query<T>) -> Option<AnyView> {
    Some(query_error(query.failure()?, Callback::new(move |()| query.retry())))
}

/// Says that the newest state of a watched item could not be read, and why when the watch ended.
pub fn watch_error<T: Clone + 'static>(query: Query<T>) -> Option<AnyView> {
    let failure = failure_view(query)?;
    if !query.is_fetching() {
        return Some(failure);
    }
    Some(view! { <p class="muted" role="status">{t(|t| t.failure().stale)}</p> }.into_any())
}
