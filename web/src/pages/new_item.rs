//! The main action of a list: a new item.

use leptos::prelude::*;

use crate::locale::{Pick, t};
use crate::ui::{Button, DialogState, Icon, IconName, Variant};

/// A button that opens the dialog for a new item.
pub fn new_button<T: Clone + Send + Sync + 'static>(label: Pick, dialog: DialogState<T>) -> AnyView {
    view! {
        <Button
            label=t(label)
            variant=Variant::Primary
            icon=IconName::Plus
            is_new=true
            on_click=move |()| dialog.open(None)
        />
    }
    .into_any()
}

/// A link to the form for a new item.
pub fn new_link(label: Pick, address: &'static str) -> AnyView {
    view! {
        <a class="button" data-variant="primary" href=address data-shortcut="new">
            <Icon icon=IconName::Plus />
            {t(label)}
        </a>
    }
    .into_any()
}
