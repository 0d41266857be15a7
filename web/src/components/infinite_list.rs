//! A list that loads its next page when its end scrolls into view.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::query_error;
use crate::locale::{t, t_with};
use crate::queries::{PagedQuery, PagedQueryState};
use crate::reactive::{effect, live};
use crate::ui::{Button, RowsVersion, Variant, keyed_rows};

/// Shows a paged query: `loading` until the first page arrives, `empty` if there are no items, and `table` around the
/// rows otherwise. The end of the list follows below.
///
/// `id` identifies an item. A row keeps its elements while its item is in the list, whatever else changes. When the list is
/// read again, `row` is called for each item and the elements are updated. Signals that `table` and `row` read directly are
/// not tracked.
pub fn infinite_list<T: Clone + Send + Sync + 'static>(
    query: PagedQuery<T>,
    id: fn(&T) -> &str,
    loading: impl Fn() -> AnyView + Send + 'static,
    empty: impl Fn() -> AnyView + Send + 'static,
    table: impl Fn(AnyView) -> AnyView + Send + 'static,
    row: impl Fn(T) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let row = Arc::new(row);
    let rows = move || {
        let row = row.clone();
        // The generation and the number of the items that are shown.
        let mut shown = (0, 0);
        keyed_rows(
            move || {
                query.with_items(|items| {
                    let generation = query.generation();
                    let (previous, count) = std::mem::replace(&mut shown, (generation, items.len()));
                    let unchanged = if previous == generation { count } else { 0 };
                    RowsVersion {
                        unchanged,
                        keys: items.iter().skip(unchanged).map(|item| id(item).to_owned()).collect(),
                        is_same: false,
                    }
                })
            },
            move |index| query.with_items(|items| items.get(index).cloned()).map(|item| row(item)),
        )
    };
    let count = Signal::derive(move || query.len());
    let has_items = Memo::new(move |_| count.get() > 0);
    let body = move || {
        if has_items.get() {
            return untrack(|| table(rows()));
        }
        match query.state() {
            PagedQueryState::Loading | PagedQueryState::LoadingMore => loading(),
            PagedQueryState::Failed(failure) => query_error(failure, Callback::new(move |()| query.retry())),
            PagedQueryState::More | PagedQueryState::Complete => empty(),
        }
    };
    let state = Signal::derive(move || query.state());
    view! {
        {live(body)}
        <ListEnd
            count
            state
            on_more=move |()| query.load_more()
            on_retry=move |()| query.retry()
        />
    }
    .into_any()
}

#[component]
fn ListEnd(
    count: Signal<usize>,
    state: Signal<PagedQueryState>,
    #[prop(into)] on_more: Callback<()>,
    #[prop(into)] on_retry: Callback<()>,
) -> AnyView {
    let end = NodeRef::<html::Div>::new();
    let has_more = Memo::new(move |_| matches!(state.get(), PagedQueryState::More));
    // Whether the first pages may still end within the window.
    let is_filling = RwSignal::new(true);
    effect(move || {
        if matches!(state.get(), PagedQueryState::Complete | PagedQueryState::Failed(_)) {
            is_filling.set(false);
        }
    });
    on_visible(end, has_more, on_more, is_filling);
    let footer = move || match state.get() {
        _ if count.get() == 0 => ().into_any(),
        PagedQueryState::Failed(failure) => query_error(failure, on_retry),
        PagedQueryState::LoadingMore => view! { <span>{t(|t| t.common().loading)}</span> }.into_any(),
        PagedQueryState::More => {
            view! { <Button label=t(|t| t.common().load_more) variant=Variant::Quiet on_click=on_more /> }.into_any()
        }
        PagedQueryState::Loading | PagedQueryState::Complete => ().into_any(),
    };
    let shown = t_with(move |t| match count.get() {
        0 => String::new(),
        n => (t.common().shown)(n as u64),
    });
    view! {
        <div class="list-footer" data-filling=move || is_filling.get().then_some("") node_ref=end>
            <span role="status">{shown}</span>
            {live(footer)}
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
