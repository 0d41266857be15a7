use leptos::ev;
use leptos::html;
use leptos::prelude::*;

use super::focus::focus_invalid_field;
use super::{Button, Variant};
use crate::locale::{Pick, t};

/// A form. Enter submits it, except for the Enter that ends a Hangul syllable. Ctrl+Enter or ⌘+Enter submits it from a
/// multi-line field. If a field is invalid, the first such field gets the focus.
#[component]
pub fn Form(
    /// Submits the form. Returns whether the input is valid.
    #[prop(into)]
    on_submit: Callback<(), bool>,
    children: Children,
) -> AnyView {
    let form = NodeRef::<html::Form>::new();
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if !on_submit.run(())
            && let Some(form) = form.get_untracked()
        {
            focus_invalid_field(form.into());
        }
    };
    let keydown = move |event: ev::KeyboardEvent| {
        if event.key() != "Enter" {
            return;
        }
        // Safari ends the composition before the key event: only the key code reveals it.
        if event.is_composing() || event.key_code() == 229 {
            event.prevent_default();
        } else if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            if let Some(form) = form.get_untracked() {
                let _ = form.request_submit();
            }
        }
    };
    view! { <form class="form" novalidate node_ref=form on:submit=submit on:keydown=keydown>{children()}</form> }
        .into_any()
}

/// The cancel button and the save button of a form.
#[component]
pub fn FormActions(
    #[prop(optional_no_strip)] save_label: Option<Pick>,
    #[prop(into)] busy: Signal<bool>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let save_label = save_label.unwrap_or(|t| t.common().save);
    view! {
        <div class="form-actions">
            <Button label=t(|t| t.common().cancel) on_click=on_cancel />
            <Button label=t(save_label) variant=Variant::Primary submit=true busy />
        </div>
    }
    .into_any()
}
