use leptos::prelude::*;

use super::{Icon, IconName};
use crate::locale::{t, t_with};

/// A link to another site. It opens in a new tab, which gets no referrer and no handle of this one. The address must
/// come from [`crate::untrusted::link_target`].
#[component]
pub fn ExternalLink(
    address: String,
    /// The accessible name, if the text alone is not enough.
    #[prop(optional, into)]
    label: Option<Signal<String>>,
    #[prop(optional)] class: &'static str,
    #[prop(optional)] has_icon: bool,
    children: Children,
) -> AnyView {
    let has_label = label.is_some();
    let label = label.map(|label| t_with(move |t| format!("{} ({})", label.get(), t.common().opens_new_tab)));
    // A space that does not break before it, either: the icon stays with the last word.
    let icon = has_icon.then(|| {
        view! { <span class="link-icon" aria-hidden="true">"\u{feff} " <Icon icon=IconName::External /></span> }
    });
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
            {icon}
            {(!has_label)
                .then(|| view! { <span class="visually-hidden">" (" {t(|t| t.common().opens_new_tab)} ")"</span> })}
        </a>
    }
    .into_any()
}
