//! Effects and live views of one type each.
//!
//! The compiler makes all of an effect, or of a view that changes, anew for every closure: a kilobyte or two each.
//! Behind a box there is one of them.

use leptos::prelude::*;

/// Does something now, and again when what it reads changes.
pub fn effect(run: impl FnMut() + 'static) {
    let mut run: Box<dyn FnMut()> = Box::new(run);
    Effect::new(move |_: Option<()>| run());
}

/// A view that is made again when what it reads changes.
pub fn live(view: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let view: Box<dyn Fn() -> AnyView + Send> = Box::new(view);
    (move || view()).into_any()
}

/// A view that is there while there is something to show.
pub fn live_option(view: impl Fn() -> Option<AnyView> + Send + 'static) -> AnyView {
    live(move || view().unwrap_or_else(|| ().into_any()))
}
