//! A list that goes on when its end comes into sight.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::{Button, Variant, failed};
use crate::locale::{t, t_with};
use crate::queries::{PagedQuery, PagedQueryState};
use crate::reactive::{effect, live};

/// The sight of a list: `waiting` while its first page is on its way, `none` when there is nothing, `rows` otherwise,
/// with its end below.
pub fn infinite_list<T: Clone + 'static>(
    listing: PagedQuery<T>,
    waiting: impl Fn() -> AnyView + Send + 'static,
    none: impl Fn() -> AnyView + Send + 'static,
    rows: impl Fn(Vec<T>) -> AnyView + Send + 'static,
) -> AnyView {
    let body = move || {
        let items = listing.items();
        if !items.is_empty() {
            return rows(items);
        }
        match listing.state() {
            PagedQueryState::Loading | PagedQueryState::LoadingMore => waiting(),
            PagedQueryState::Failed(failure) => failed(failure, Callback::new(move |()| listing.retry())),
            PagedQueryState::More | PagedQueryState::Complete => none(),
        }
    };
    let count = Signal::derive(move || listing.len());
    let state = Signal::derive(move || listing.state());
    view! {
        {live(body)}
        <ListEnd
            count
            state
            on_more=move |()| listing.more()
            on_retry=move |()| listing.retry()
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
    on_sight(end, on_more);
    let foot = move || match state.get() {
        _ if count.get() == 0 => ().into_any(),
        PagedQueryState::Failed(failure) => failed(failure, on_retry),
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
        <div class="list-foot" node_ref=end>
            <span role="status">{shown}</span>
            {live(foot)}
        </div>
    }
    .into_any()
}

// Calls back each time the element comes near the window.
fn on_sight(element: NodeRef<html::Div>, callback: Callback<()>) {
    effect(move || {
        let Some(element) = element.get() else { return };
        let seen = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let near = |entry: JsValue| entry.unchecked_into::<web_sys::IntersectionObserverEntry>().is_intersecting();
            if entries.iter().any(near) {
                callback.run(());
            }
        });
        let options = web_sys::IntersectionObserverInit::new();
        options.set_root_margin("400px");
        let observer = web_sys::IntersectionObserver::new_with_options(seen.as_ref().unchecked_ref(), &options);
        let Ok(observer) = observer else { return };
        observer.observe(&element);
        let kept = StoredValue::new_local((observer, seen));
        on_cleanup(move || {
            kept.try_with_value(|(observer, _)| observer.disconnect());
        });
    });
}
