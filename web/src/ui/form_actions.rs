//! The buttons at the end of a form.

use leptos::prelude::*;

use super::{Button, Variant};
use crate::locale::t;

/// The cancel button and the save button of a form.
#[component]
pub fn FormActions(#[prop(into)] busy: Signal<bool>, #[prop(into)] on_cancel: Callback<()>) -> AnyView {
    view! {
        <div class="form-actions">
            <Button label=t(|t| t.common().cancel) on_click=on_cancel />
            <Button label=t(|t| t.common().save) variant=Variant::Primary submit=true busy />
        </div>
    }
    .into_any()
}
