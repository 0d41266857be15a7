//! The actions in the header of an item's page.

use leptos::prelude::*;

use super::{Button, IconName};
use crate::locale::t;

/// The edit and delete buttons in the header of a page.
#[component]
pub fn HeaderActions(
    disabled: Signal<bool>,
    #[prop(into)] on_edit: Callback<()>,
    #[prop(into)] on_delete: Callback<()>,
) -> AnyView {
    view! {
        <Button label=t(|t| t.common().edit) icon=IconName::Edit disabled on_click=on_edit />
        <Button label=t(|t| t.common().delete) icon=IconName::Delete disabled on_click=on_delete />
    }
    .into_any()
}
