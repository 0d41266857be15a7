//! The actions of a table row.

use leptos::prelude::*;

use super::{IconButton, IconName};

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
