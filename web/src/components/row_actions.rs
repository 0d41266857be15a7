//! What can be done with a row of a table.

use leptos::prelude::*;

use super::{IconButton, IconName};

/// The last cell of a row: changing what it shows, and deleting it.
#[component]
pub fn RowActions(
    /// The name of the button that changes.
    #[prop(into)]
    edit: Signal<String>,
    /// The name of the button that deletes.
    #[prop(into)]
    delete: Signal<String>,
    /// Called to change.
    #[prop(into)]
    on_edit: Callback<()>,
    /// Called to delete.
    #[prop(into)]
    on_delete: Callback<()>,
) -> AnyView {
    view! {
        <td class="fit">
            <div class="row-actions">
                <IconButton label=edit icon=IconName::Edit on_click=on_edit />
                <IconButton label=delete icon=IconName::Bin on_click=on_delete />
            </div>
        </td>
    }
    .into_any()
}
