//! A remark about every number and chart of a page.

use leptos::prelude::*;

use crate::reactive::live_option;

#[derive(Clone, Copy)]
struct Remark(Signal<Option<String>>);

/// Gives every number and chart of the page a remark. `None` gives it none.
pub fn provide_remark(text: Signal<Option<String>>) {
    provide_context(Remark(text));
}

/// Returns a function that reads the remark of the page. `None` if there is none. Reactive.
pub fn use_remark() -> impl Fn() -> Option<String> + Copy + Send + 'static {
    let remark = use_context::<Remark>();
    // A page without a remark finds the remark of a previous page, whose signal is disposed.
    move || remark?.0.try_get()?
}

/// The remark of the page as a tag. Nothing is shown if there is none.
pub fn remark() -> AnyView {
    let text = use_remark();
    live_option(move || {
        let text = text()?;
        Some(view! { " " <small class="tag">{text}</small> }.into_any())
    })
}
