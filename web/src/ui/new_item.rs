//! The main action of a list: a new item.

use leptos::prelude::*;

use super::{Button, ButtonLink, DialogState, IconName, Variant};
use crate::locale::{Pick, t};

pub fn new_button<T: Clone + Send + Sync + 'static>(label: Pick, dialog: DialogState<T>) -> AnyView {
    let open = move |()| dialog.open(None);
    view! { <Button label=t(label) variant=Variant::Primary icon=IconName::Plus is_new=true on_click=open /> }
        .into_any()
}

pub fn new_link(label: Pick, address: &'static str) -> AnyView {
    view! { <ButtonLink label=t(label) href=address variant=Variant::Primary icon=IconName::Plus is_new=true /> }
        .into_any()
}
