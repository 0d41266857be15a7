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
    /// The request that ends it. `None` if it is sent later.
    #[prop(optional)]
    mutation: Option<Mutation>,
    #[prop(into)] on_confirm: Callback<()>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let busy = Signal::derive(move || mutation.is_some_and(|mutation| mutation.busy.get()));
    view! {
        <p>{message}</p>
        <p class="muted">{note}</p>
        {mutation.map(|mutation| view! { <FormError failure=mutation.failure /> })}
        <div class="form-actions">
            <Button label=cancel on_click=on_cancel />
            <Button label variant=Variant::Danger icon busy on_click=on_confirm />
        </div>
    }
    .into_any()
}
