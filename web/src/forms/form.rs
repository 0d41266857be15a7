//! The form element.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// A form. Enter sends it, but not the Enter that ends a Hangul syllable; Ctrl or ⌘ with Enter sends it from a field of
/// several lines. When something in it is wrong the first such field takes the focus.
#[component]
pub fn Form(
    /// Sends it. The answer is whether what was typed may be sent.
    #[prop(into)]
    on_submit: Callback<(), bool>,
    /// Its fields and buttons.
    children: Children,
) -> AnyView {
    let form = NodeRef::<html::Form>::new();
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if !on_submit.run(()) {
            // What is wrong is marked when the signals have settled.
            request_animation_frame(move || {
                let wrong = form.get_untracked().and_then(|form| form.query_selector("[aria-invalid=true]").ok()?);
                if let Some(wrong) = wrong {
                    let _ = wrong.unchecked_into::<web_sys::HtmlElement>().focus();
                }
            });
        }
    };
    let keydown = move |event: ev::KeyboardEvent| {
        if event.key() != "Enter" {
            return;
        }
        // Safari ends the composition before the key: only its key code tells.
        if event.is_composing() || event.key_code() == 229 {
            event.prevent_default();
        } else if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            if let Some(form) = form.get_untracked() {
                let _ = form.request_submit();
            }
        }
    };
    view! {
        <form class="form" novalidate node_ref=form on:submit=submit on:keydown=keydown>
            {children()}
        </form>
    }
    .into_any()
}
