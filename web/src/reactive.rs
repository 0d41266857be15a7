//! Boxed effects and reactive views, a signal that waits, and the events of the window.
//!
//! The compiler generates the code of an effect, or of a reactive view, for each closure: one or two kilobytes each.
//! A boxed closure shares one copy.

use std::time::Duration;

use leptos::ev::EventDescriptor;
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The pause in typing after which a request is sent.
const DEBOUNCE: Duration = Duration::from_millis(300);

/// The value of a signal after the last pause in its changes.
pub fn debounced<T: Clone + PartialEq + Send + Sync + 'static>(value: Memo<T>) -> Signal<T> {
    let settled = RwSignal::new(value.get_untracked());
    let mut settle = debounce(DEBOUNCE, move |value: T| {
        if settled.try_with_untracked(|settled| *settled != value) == Some(true) {
            settled.set(value);
        }
    });
    effect(move || settle(value.get()));
    settled.into()
}

/// Runs a closure now, and again when a signal that it reads changes.
pub fn effect(run: impl FnMut() + 'static) {
    let mut run: Box<dyn FnMut()> = Box::new(run);
    Effect::new(move |_: Option<()>| run());
}

/// Handles an event of the window until the owner that calls this is cleaned up.
pub fn on_window_event<E: EventDescriptor + 'static>(event: E, handle: impl Fn(E::EventType) + 'static)
where
    E::EventType: JsCast,
{
    let listener = window_event_listener(event, handle);
    on_cleanup(move || listener.remove());
}

/// A view that is rebuilt when a signal that it reads changes.
///
/// It must not read a memo and, after it, another memo from which the first is derived. When only the second changes,
/// `reactive_graph` 0.2 updates it while it checks the first, then finds it up to date, and the view is not rebuilt.
pub fn live(view: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let view: Box<dyn Fn() -> AnyView + Send> = Box::new(view);
    (move || view()).into_any()
}

/// A view of a value: rebuilt when the signal says that it changed, a memo only for another value, and by nothing that the view itself
/// reads.
pub fn live_on<T: 'static>(
    value: impl Get<Value = T> + Send + 'static,
    view: impl Fn(T) -> AnyView + Send + 'static,
) -> AnyView {
    live(move || {
        let value = value.get();
        untrack(|| view(value))
    })
}

/// A view that is there while `is_shown` returns true. Nothing else rebuilds it.
pub fn live_when<V: IntoAny>(
    is_shown: impl Fn() -> bool + Send + Sync + 'static,
    view: impl Fn() -> V + Send + 'static,
) -> AnyView {
    live_on(condition(Box::new(is_shown)), move |is_shown| if is_shown { view().into_any() } else { ().into_any() })
}

// Compiled once, not for each closure.
fn condition(is_met: Box<dyn Fn() -> bool + Send + Sync>) -> Memo<bool> {
    Memo::new(move |_| is_met())
}

/// Like [`live`], and empty while the closure returns `None`.
pub fn live_option<V: IntoAny>(view: impl Fn() -> Option<V> + Send + 'static) -> AnyView {
    live(move || view().map_or_else(|| ().into_any(), V::into_any))
}
