//! A list that loads its next page when its end scrolls into view.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::query_view::{failure_view, query_error};
use crate::locale::{t, t_with};
use crate::queries::deletions::use_delayed_deletion;
use crate::queries::{Items, Query};
use crate::reactive::{effect, live, live_when};
use crate::request_error::RequestError;
use crate::ui::{Button, Variant, focus_row_after, keyed_items, last_row_above_focus};

/// Shows the query of a list: `loading` until the first page arrives, `empty` if there are no items, and `table` around the
/// rows otherwise. The end of the list follows below, with the number of items, without those whose deletion can be undone.
///
/// `id` identifies an item. A row keeps its elements while its item is in the list, whatever else changes. When the list is read
/// again, `row` is called for each item that changed, and the elements are updated. Signals that `table` and `row` read directly
/// are not tracked.
pub fn infinite_list<T: Clone + PartialEq + Send + Sync + 'static>(
    query: Query<Items<T>>,
    id: fn(&T) -> &str,
    loading: impl Fn() -> AnyView + Send + 'static,
    empty: impl Fn() -> AnyView + Send + 'static,
    table: impl Fn(AnyView) -> AnyView + Send + 'static,
    row: impl Fn(T) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let deletion = use_delayed_deletion();
    let number = t_with(move |t| {
        let remains = |item: &&T| !deletion.is_hidden(id(item));
        let number = query.with_items(|items| items.iter().filter(remains).count()) as u64;
        if query.is_loading() || query.has_more() { (t.common().shown)(number) } else { (t.common().total)(number) }
    });
    numbered_list(query, number, id, loading, empty, table, row)
}

/// Shows a list as [`infinite_list`] does. `number` says how many items are shown.
pub fn numbered_list<T: Clone + PartialEq + Send + Sync + 'static>(
    query: Query<Items<T>>,
    number: Signal<String>,
    id: fn(&T) -> &str,
    loading: impl Fn() -> AnyView + Send + 'static,
    empty: impl Fn() -> AnyView + Send + 'static,
    table: impl Fn(AnyView) -> AnyView + Send + 'static,
    row: impl Fn(T) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let row = Arc::new(row);
    let rows = move || {
        let row = row.clone();
        keyed_items(move || query.with_items(<[T]>::to_vec), id, move |item| row(item))
    };
    let count = Signal::derive(move || query.len());
    let has_items = Memo::new(move |_| count.get() > 0);
    let body = move || {
        if has_items.get() {
            return untrack(|| table(rows()));
        }
        if query.is_loading() { loading() } else { failure_view(query).unwrap_or_else(&empty) }
    };
    view! {
        {live(body)}
        <ListEnd
            count
            number
            has_more=Signal::derive(move || (!query.is_loading()).then(|| query.has_more()))
            is_fetching=Signal::derive(move || query.is_fetching())
            failure=Signal::derive(move || query.failure())
            on_more=move |()| query.load_more()
        />
    }
    .into_any()
}

/// The items of a complete list that are counted at a glance.
const SHORT_LIST: usize = 20;

#[component]
fn ListEnd(
    count: Signal<usize>,
    /// How many items are shown, in words.
    number: Signal<String>,
    /// `None` before the first page.
    has_more: Signal<Option<bool>>,
    is_fetching: Signal<bool>,
    failure: Signal<Option<RequestError>>,
    #[prop(into)] on_more: Callback<()>,
) -> AnyView {
    let end = NodeRef::<html::Div>::new();
    let is_waiting =
        Memo::new(move |_| has_more.get() == Some(true) && !is_fetching.get() && failure.with(Option::is_none));
    // Whether the first pages may still end within the window.
    let is_filling = RwSignal::new(true);
    effect(move || {
        if has_more.get() == Some(false) || failure.with(Option::is_some) {
            is_filling.set(false);
        }
    });
    // The last row when rows were asked for with the focus at the end.
    let last_row = StoredValue::new_local(None::<web_sys::Element>);
    let on_more = Callback::new(move |()| {
        last_row.set_value(end.get_untracked().and_then(|end| last_row_above_focus(end.into())));
        on_more.run(());
    });
    effect(move || {
        if !is_fetching.get()
            && let Some(row) = last_row.try_update_value(Option::take).flatten()
            && let Some(end) = end.get_untracked()
        {
            focus_row_after(row, end.into());
        }
    });
    on_visible(end, is_waiting, on_more, is_filling);
    let has_button =
        Memo::new(move |_| count.get() > 0 && has_more.get() == Some(true) && failure.with(Option::is_none));
    // It stays, and keeps the focus, while the rows are loading.
    let button = move || {
        let label =
            t_with(move |t| if is_fetching.get() { t.common().loading } else { t.common().load_more }.to_owned());
        view! { <Button label variant=Variant::Quiet busy=is_fetching on_click=on_more /> }
    };
    let footer = move || match failure.get() {
        _ if count.get() == 0 => ().into_any(),
        Some(failure) => query_error(failure, on_more),
        None if is_fetching.get() && !has_button.get() => view! { <span>{t(|t| t.common().loading)}</span> }.into_any(),
        None => ().into_any(),
    };
    // Only a screen reader says how many there are, also that there are none.
    let is_short =
        Memo::new(move |_| has_more.get() == Some(false) && count.get() <= SHORT_LIST && failure.with(Option::is_none));
    let number = move || if is_short.get() || count.get() > 0 { number.get() } else { String::new() };
    let class = move || if is_short.get() { "visually-hidden" } else { "list-footer" };
    view! {
        <div class=class data-filling=move || is_filling.get().then_some("") node_ref=end>
            <span role="status">{number}</span>
            {live(footer)}
            {live_when(move || has_button.get(), button)}
        </div>
    }
    .into_any()
}

// Calls back when the element is, or comes, within 400 pixels of the viewport while `armed` is true, and clears `is_near` when
// it is not. An observer reports an element only when it comes near or moves away, so each time `armed` turns true, a new one
// looks where the element is now.
fn on_visible(element: NodeRef<html::Div>, armed: Memo<bool>, callback: Callback<()>, is_near: RwSignal<bool>) {
    effect(move || {
        if !armed.get() {
            return;
        }
        let Some(element) = element.get() else { return };
        // A browser may call the closure after the observer was disconnected, so the observer owns it.
        let is_observing = Rc::new(Cell::new(true));
        let observed = is_observing.clone();
        let on_change = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let intersects =
                |entry: JsValue| entry.unchecked_into::<web_sys::IntersectionObserverEntry>().is_intersecting();
            if !observed.get() {
                return;
            }
            if entries.iter().any(intersects) {
                callback.run(());
            } else {
                is_near.set(false);
            }
        });
        let options = web_sys::IntersectionObserverInit::new();
        options.set_root_margin("400px");
        let on_change = on_change.into_js_value();
        let observer = web_sys::IntersectionObserver::new_with_options(on_change.unchecked_ref(), &options);
        let Ok(observer) = observer else {
            is_near.set(false);
            return;
        };
        observer.observe(&element);
        let observer = StoredValue::new_local((observer, is_observing));
        on_cleanup(move || {
            observer.try_with_value(|(observer, is_observing)| {
                is_observing.set(false);
                observer.disconnect();
            });
        });
    });
}
