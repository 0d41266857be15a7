//! How far long work is.

use leptos::prelude::*;

/// How far long work is: `done` of `all`, with the words that say so.
#[component]
pub fn Progress(
    /// What is being done.
    #[prop(into)]
    label: Signal<String>,
    /// How far, in words.
    #[prop(into)]
    words: Signal<String>,
    /// What is done.
    #[prop(into)]
    done: Signal<u64>,
    /// What there is to do.
    #[prop(into)]
    all: Signal<u64>,
) -> AnyView {
    view! {
        <div class="progress">
            <div class="progress-words">
                <span>{label}</span>
                <span>{words}</span>
            </div>
            <progress
                aria-label=label
                aria-valuetext=words
                max=move || all.get().max(1).to_string()
                value=move || done.get().to_string()
            ></progress>
        </div>
    }
    .into_any()
}
