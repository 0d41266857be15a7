//! The actions in the header of an item's page.

use leptos::prelude::*;

use super::{Button, IconName};
use crate::locale::t;

/// The edit and delete buttons in the header of a page.
#[component]
pub fn HeaderActions(
    /// Whether they are disabled.
    disabled: Signal<bool>,
    /// Called when the edit button is pressed.
    #[prop(into)]
    on_edit: Callback<()>,
    /// Called when the delete button is pressed.
    #[prop(into)]
    on_delete: Callback<()>,
) -> AnyView {
    view! {
        <Button label=t(|t| t.common().edit) icon=IconName::Edit disabled on_click=on_edit />
        <Button label=t(|t| t.common().delete) icon=IconName::Delete disabled on_click=on_delete />
    }
    .into_any()
}
