use leptos::prelude::*;

use super::Field;
use crate::reactive::{debounced, effect};

/// A field that searches as the user types, but not while a Hangul syllable is being composed.
#[component]
pub fn SearchField(
    id: &'static str,
    #[prop(into)] label: Signal<String>,
    /// The active search text, if there is one. It may change from outside, for example when the user goes back.
    #[prop(into)]
    value: Signal<Option<String>>,
    /// Called with the new search text, without surrounding space.
    #[prop(into)]
    on_search: Callback<Option<String>>,
) -> AnyView {
    let typed = RwSignal::new(value.get_untracked().unwrap_or_default());
    effect(move || {
        let value = value.get().unwrap_or_default();
        // The space after a word is typed before the next word.
        if typed.with_untracked(|typed| typed.trim() != value) {
            typed.set(value);
        }
    });
    let search = move || {
        let text = Some(typed.get_untracked().trim().to_owned()).filter(|text| !text.is_empty());
        if text != value.get_untracked() {
            on_search.run(text);
        }
    };
    let is_composing = RwSignal::new(false);
    let settled = debounced(Memo::new(move |_| (!is_composing.get()).then(|| typed.get())));
    let mut is_first = true;
    effect(move || {
        let is_settled = settled.with(Option::is_some);
        if !std::mem::take(&mut is_first) && is_settled {
            untrack(search);
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
                on:input:target=move |event| typed.set(event.target().value())
                on:compositionstart=move |_| is_composing.set(true)
                on:compositionend=move |_| is_composing.set(false)
                on:keydown=move |event| {
                    if event.key() != "Enter" {
                        return;
                    }
                    // It must not submit a form around the field.
                    event.prevent_default();
                    // Safari ends the composition before the key that did it, which has this code.
                    if !event.is_composing() && event.key_code() != 229 {
                        search();
                    }
                }
            />
        </Field>
    }
    .into_any()
}
