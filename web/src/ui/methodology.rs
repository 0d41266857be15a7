//! What explains numbers: their methodology, and a caveat about every number and chart of a page, such as that they count several
//! routes of a model.

use leptos::prelude::*;

use crate::locale::t;
use crate::reactive::{live, live_option};

#[derive(Clone, Copy)]
struct Caveat(Signal<Option<String>>);

/// Gives every number and chart of the page a caveat. `None` gives it none.
pub fn provide_caveat(text: Signal<Option<String>>) {
    provide_context(Caveat(text));
}

/// Returns a function that reads the caveat of the page. `None` if there is none. Reactive.
pub fn use_caveat() -> impl Fn() -> Option<String> + Copy + Send + 'static {
    let caveat = use_context::<Caveat>();
    // A page without a caveat finds the caveat of a previous page, whose signal is disposed.
    move || caveat?.0.try_get()?
}

/// The caveat of the page as a tag. Nothing is shown if there is none.
pub fn caveat() -> AnyView {
    let text = use_caveat();
    live_option(move || {
        let text = text()?;
        Some(view! { " " <small class="tag">{text}</small> })
    })
}

/// A disclosure with the formula, the scope and the sample of the numbers beside it.
#[component]
pub fn Methodology(
    /// The explanation. Each line is a paragraph.
    #[prop(into)]
    text: Signal<String>,
) -> AnyView {
    let paragraph = |line: &str| view! { <p>{line.to_owned()}</p> };
    let paragraphs = move |text: &String| text.lines().filter(|line| !line.is_empty()).map(paragraph).collect_view();
    view! {
        <details class="methodology">
            <summary>{t(|t| t.common().methodology)}{caveat()}</summary>
            {live(move || text.with(paragraphs).into_any())}
        </details>
    }
    .into_any()
}
