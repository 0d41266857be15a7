//! The actions of an item: in the row of a table, and on its own page.

use leptos::prelude::*;

use super::{Button, IconButton, IconName};
use crate::locale::t;

/// The last cell of a row: its edit and delete buttons.
#[component]
pub fn RowActions(
    /// The accessible name of the edit button.
    #[prop(into)]
    edit: Signal<String>,
    /// The accessible name of the delete button.
    #[prop(into)]
    delete: Signal<String>,
    /// Links and buttons before them.
    #[prop(optional)]
    children: Option<Children>,
    /// Called when the edit button is pressed.
    #[prop(into)]
    on_edit: Callback<()>,
    /// Called when the delete button is pressed.
    #[prop(into)]
    on_delete: Callback<()>,
) -> AnyView {
    view! {
        <td class="fit">
            <div class="row-actions">
                {children.map(|children| children())}
                <IconButton label=edit icon=IconName::Edit on_click=on_edit />
                <IconButton label=delete icon=IconName::Delete on_click=on_delete />
            </div>
        </td>
    }
    .into_any()
}

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
