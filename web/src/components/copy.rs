//! A button that copies a text.

use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::{Button, IconName, Variant, use_notices};
use crate::locale::{t, texts};

/// A button that copies a text, and says when it has.
#[component]
pub fn Copy(
    /// What is copied. It is not made before.
    #[prop(into)]
    text: Signal<String>,
    /// What the button says where "copy" is not enough.
    #[prop(optional, into)]
    label: Option<Signal<String>>,
) -> AnyView {
    let notices = use_notices();
    let copy = move |()| {
        let copying = window().navigator().clipboard().write_text(&text.get_untracked());
        leptos::task::spawn_local(async move {
            if JsFuture::from(copying).await.is_ok() {
                notices.tell(texts().common().copied.to_owned());
            }
        });
    };
    view! { <Button label=label.unwrap_or_else(|| t(|t| t.common().copy)) variant=Variant::Quiet icon=IconName::Copy on_click=copy /> }.into_any()
}
