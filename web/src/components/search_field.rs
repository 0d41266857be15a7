//! A field that searches while it is typed in.

use std::time::Duration;

use leptos::prelude::*;

use super::Field;
use crate::reactive::effect;

/// How long nothing is typed before the search begins.
const PAUSE: Duration = Duration::from_millis(300);

/// A field that searches while it is typed in, but not in the middle of a Hangul syllable.
#[component]
pub fn SearchField(
    /// The input's id.
    id: &'static str,
    /// Its label.
    #[prop(into)]
    label: Signal<String>,
    /// What is searched for. It may change from outside, as when the person goes back.
    #[prop(into)]
    value: Signal<String>,
    /// Called with what to search for.
    #[prop(into)]
    on_search: Callback<String>,
) -> AnyView {
    let typed = RwSignal::new(value.get_untracked());
    effect(move || typed.set(value.get()));
    let search = move || {
        let text = typed.get_untracked().trim().to_owned();
        if text != value.get_untracked() {
            on_search.run(text);
        }
    };
    let composing = RwSignal::new(false);
    let mut later = leptos::leptos_dom::helpers::debounce(PAUSE, move |()| {
        if composing.try_get_untracked() == Some(false) {
            search();
        }
    });
    view! {
        <Field id label>
            <input
                class="input"
                id=id
                type="search"
                autocomplete="off"
                data-shortcut="search"
                prop:value=typed
                on:input:target=move |event| {
                    typed.set(event.target().value());
                    later(());
                }
                on:compositionstart=move |_| composing.set(true)
                on:compositionend=move |_| composing.set(false)
                on:keydown=move |event| {
                    if event.key() == "Enter" && !event.is_composing() {
                        search();
                    }
                }
            />
        </Field>
    }
    .into_any()
}
