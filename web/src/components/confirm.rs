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
    #[prop(into)] label: Signal<String>,
    icon: IconName,
    /// The name of the other choice.
    #[prop(into)]
    cancel: Signal<String>,
    mutation: Mutation,
    #[prop(into)] on_confirm: Callback<()>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    view! {
        <p>{message}</p>
        <p class="muted">{note}</p>
        <FormError failure=mutation.failure />
        <div class="form-actions">
            <Button label=cancel on_click=on_cancel />
            <Button label variant=Variant::Danger icon busy=mutation.busy on_click=on_confirm />
        </div>
    }
    .into_any()
}
