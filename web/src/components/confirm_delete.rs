//! The question before something is deleted.

use leptos::prelude::*;

use super::FormError;
use crate::locale::t;
use crate::queries::Mutation;
use crate::ui::{Button, IconName, Variant};

/// Names what will be deleted, says what stays, and asks for confirmation.
#[component]
pub fn ConfirmDelete(
    /// What will be deleted.
    #[prop(into)]
    message: Signal<String>,
    /// What stays.
    #[prop(into)]
    note: Signal<String>,
    /// The mutation that deletes it.
    mutation: Mutation,
    /// Called when the user confirms.
    #[prop(into)]
    on_confirm: Callback<()>,
    /// Called when the user cancels.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    view! {
        <p>{message}</p>
        <p class="muted">{note}</p>
        <FormError failure=Signal::derive(move || mutation.failure()) />
        <div class="form-actions">
            <Button label=t(|t| t.common().cancel) on_click=on_cancel />
            <Button
                label=t(|t| t.common().delete)
                variant=Variant::Danger
                icon=IconName::Delete
                busy=Signal::derive(move || mutation.is_busy())
                on_click=on_confirm
            />
        </div>
    }
    .into_any()
}
