//! A cited page in a table.

use leptos::prelude::*;

use crate::locale::t;
use crate::ui::{ExternalLink, Icon, IconName};
use crate::untrusted::{LinkTarget, link_target, visible};

/// The title of a page, which opens it, and its address below. Empty titles are said to be missing.
pub(super) fn page_name(url: &str, title: &str, badge: Option<AnyView>) -> AnyView {
    let name = match title.is_empty() {
        true => t(|t| t.answers().source_untitled),
        false => Signal::stored(title.to_owned()),
    };
    match link_target(url) {
        LinkTarget::Web { address, .. } => {
            let shown = visible(&address).into_owned();
            view! {
                <ExternalLink address>
                    <bdi>{name}</bdi>
                    " "
                    <Icon icon=IconName::External />
                </ExternalLink>
                " "
                {badge}
                <bdi class="cell-note line-clamp">{shown}</bdi>
            }
            .into_any()
        }
        LinkTarget::Inert(address) => view! {
            <bdi>{name}</bdi>
            <span class="cell-note">
                {t(|t| t.answers().source_unsafe)} ": " <bdi class="line-clamp">{address}</bdi>
            </span>
        }
        .into_any(),
    }
}
