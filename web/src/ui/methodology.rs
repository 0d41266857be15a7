use leptos::prelude::*;

use super::caveat::caveat;
use crate::locale::t;
use crate::reactive::live;

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
