//! The main action of a list: a new item.

use leptos::prelude::*;

use crate::locale::{Pick, t};
use crate::ui::{Button, ButtonLink, DialogState, IconName, Variant};

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

pub fn new_link(label: Pick, address: &'static str) -> AnyView {
    view! { <ButtonLink label=t(label) href=address variant=Variant::Primary icon=IconName::Plus is_new=true /> }
        .into_any()
}
