//! The confirmation before something is ended for good.

use leptos::prelude::*;

use super::FormError;
use crate::queries::Mutation;
use crate::ui::{Button, IconName, Variant};

/// Names what will end, says what stays, and asks for confirmation.
#[component]
pub fn Confirm(
    /// What will end.
    #[prop(into)]
    message: Signal<String>,
    /// What stays.
    #[prop(into)]
    note: Signal<String>,
    /// The name of the action.
    #[prop(into)]
    label: Signal<String>,
    /// The icon of the action.
    icon: IconName,
    /// The name of the other choice.
    #[prop(into)]
    cancel: Signal<String>,
    /// The mutation that performs the action.
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
            <Button label=cancel on_click=on_cancel />
            <Button
                label
                variant=Variant::Danger
                icon
                busy=Signal::derive(move || mutation.is_busy())
                on_click=on_confirm
            />
        </div>
    }
    .into_any()
}
