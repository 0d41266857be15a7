//! A question before something is destroyed.

use leptos::prelude::*;

use super::{Button, FormError, IconName, Variant};
use crate::locale::t;
use crate::queries::Mutation;

/// Names what goes, says what stays, and asks.
#[component]
pub fn Confirm(
    /// What goes.
    #[prop(into)]
    what: Signal<String>,
    /// What stays.
    #[prop(into)]
    stays: Signal<String>,
    /// What destroys it.
    mutation: Mutation,
    /// Called when the person means it.
    #[prop(into)]
    on_confirm: Callback<()>,
    /// Called when the person thinks better of it.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    view! {
        <p>{what}</p>
        <p class="soft">{stays}</p>
        <FormError failure=Signal::derive(move || mutation.failure()) />
        <div class="form-foot">
            <Button label=t(|t| t.common().cancel) on_click=on_cancel />
            <Button
                label=t(|t| t.common().delete)
                variant=Variant::Danger
                icon=IconName::Bin
                busy=Signal::derive(move || mutation.is_busy())
                on_click=on_confirm
            />
        </div>
    }
    .into_any()
}
