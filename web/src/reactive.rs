//! Boxed effects and reactive views.
//!
//! The compiler generates the code of an effect, or of a reactive view, for each closure: one or two kilobytes each.
//! A boxed closure shares one copy.

use leptos::prelude::*;

/// Runs a closure now, and again when a signal that it reads changes.
pub fn effect(run: impl FnMut() + 'static) {
    let mut run: Box<dyn FnMut()> = Box::new(run);
    Effect::new(move |_: Option<()>| run());
}

/// A view that is rebuilt when a signal that it reads changes.
///
/// It must not read a memo and, after it, another memo from which the first is derived. When only the second changes,
/// `reactive_graph` 0.2 updates it while it checks the first, then finds it up to date, and the view is not rebuilt.
pub fn live(view: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let view: Box<dyn Fn() -> AnyView + Send> = Box::new(view);
    (move || view()).into_any()
}

/// Like [`live`], and empty while the closure returns `None`.
pub fn live_option(view: impl Fn() -> Option<AnyView> + Send + 'static) -> AnyView {
    live(move || view().unwrap_or_else(|| ().into_any()))
}
