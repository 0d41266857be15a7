use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::{Button, IconName, Notices, Variant, use_notices};
use crate::locale::{t, texts};

/// A button that copies a text to the clipboard. A message says whether that succeeded.
#[component]
pub fn CopyButton(
    /// The text. It is computed when the button is pressed.
    #[prop(into)]
    text: Signal<String>,
    #[prop(optional, into)] label: Option<Signal<String>>,
) -> AnyView {
    let notices = use_notices();
    let copy = move |()| copy_text(&text.get_untracked(), notices);
    let label = label.unwrap_or_else(|| t(|t| t.common().copy));
    view! { <Button label variant=Variant::Quiet icon=IconName::Copy on_click=copy /> }.into_any()
}

/// Copies a text to the clipboard. A message says whether that succeeded.
pub fn copy_text(text: &str, notices: Notices) {
    let clipboard = window().navigator().clipboard();
    // A page without TLS has none.
    let copying = (!clipboard.is_undefined()).then(|| clipboard.write_text(text));
    leptos::task::spawn_local(async move {
        // A person, or a policy of the browser, may forbid it.
        let is_copied = match copying {
            Some(copying) => JsFuture::from(copying).await.is_ok(),
            None => false,
        };
        let texts = texts().common();
        notices.notify(if is_copied { texts.copied } else { texts.not_copied }.to_owned());
    });
}
