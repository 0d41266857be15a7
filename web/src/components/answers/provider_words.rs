use answerdeck_api::Failure;
use leptos::prelude::*;

use crate::locale::t;
use crate::untrusted::visible;

/// The provider's own number and words about a failure, which are untrusted. `None` when it said nothing.
pub fn provider_words(failure: &Failure) -> Option<AnyView> {
    let status = failure.provider_status.as_deref().map(|status| {
        view! { <code><bdi>{visible(status)}</bdi></code>" " }
    });
    let message = failure.provider_message.as_deref().map(|message| {
        view! { <q><bdi>{visible(message)}</bdi></q> }
    });
    if status.is_none() && message.is_none() {
        return None;
    }
    let words = view! { <p class="muted">{t(|t| t.item_failures().provider_says)} " " {status} {message}</p> };
    Some(words.into_any())
}
