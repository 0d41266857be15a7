use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;

use super::Field;
use crate::reactive::{DEBOUNCE, effect};

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
    let composing = RwSignal::new(false);
    let search_if_composed = move || {
        if composing.try_get_untracked() == Some(false) {
            search();
        }
    };
    let mut search_later = debounce(DEBOUNCE, move |()| search_if_composed());
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
                    search_later(());
                }
                on:compositionstart=move |_| composing.set(true)
                on:compositionend=move |_| {
                    composing.set(false);
                    // Chrome has no further `input` event.
                    set_timeout(search_if_composed, DEBOUNCE);
                }
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
