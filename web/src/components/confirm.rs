//! A question before something is destroyed.

use leptos::prelude::*;

use super::{Button, FormError, Look, Sign};
use crate::locale::t;
use crate::queries::Deed;

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
    deed: Deed,
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
        <FormError failure=Signal::derive(move || deed.failure()) />
        <div class="form-foot">
            <Button label=t(|t| t.common().cancel) on_click=on_cancel />
            <Button
                label=t(|t| t.common().delete)
                look=Look::Danger
                sign=Sign::Bin
                busy=Signal::derive(move || deed.is_busy())
                on_click=on_confirm
            />
        </div>
    }
    .into_any()
}
