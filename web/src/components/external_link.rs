//! A link to a page that nobody vouches for.

use leptos::prelude::*;

use crate::locale::{t, t_with};

/// A link to a page of another site, in a new tab that learns nothing about this one. Its address must have been read
/// by [`crate::untrusted::target`].
#[component]
pub fn ExternalLink(
    /// Where it leads.
    address: String,
    /// What it is called, where its text does not say enough.
    #[prop(optional, into)]
    label: Option<Signal<String>>,
    /// Its class.
    #[prop(optional)]
    class: &'static str,
    /// Its text.
    children: Children,
) -> AnyView {
    let named = label.is_some();
    let label = label.map(|label| t_with(move |t| format!("{} ({})", label.get(), t.answers().opens)));
    view! {
        <a
            class=class
            href=address
            target="_blank"
            rel="noopener noreferrer nofollow"
            referrerpolicy="no-referrer"
            aria-label=label
            title=label
        >
            {children()}
            {(!named).then(|| view! { <span class="unseen">" (" {t(|t| t.answers().opens)} ")"</span> })}
        </a>
    }
    .into_any()
}
