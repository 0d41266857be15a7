//! What sources are called.

use leptos::prelude::*;

use crate::locale::t;
use crate::ui::ExternalLink;
use crate::untrusted::{LinkTarget, link_target, quotation, visible};

/// The maximum length of a title in characters.
const TITLE_MAX: usize = 160;
/// The maximum length of the name of a source in a sentence, in characters.
const QUOTED_CHARS_MAX: usize = 60;

/// The title of a page on one line. Empty if it has none.
pub(super) fn title_of(title: Option<&str>) -> String {
    quotation(title.unwrap_or_default(), TITLE_MAX)
}

/// What a source is called: a domain, or the title of a page or else its address.
pub(super) fn name_of(source: &str, title: Option<&str>) -> String {
    let title = title_of(title);
    if title.is_empty() { visible(source) } else { title }
}

/// What a source is called in a sentence, which quotes a title.
pub(super) fn quoted_name(source: &str, title: Option<&str>) -> String {
    match quotation(title.unwrap_or_default(), QUOTED_CHARS_MAX) {
        title if title.is_empty() => quotation(source, QUOTED_CHARS_MAX),
        title => format!("“{title}”"),
    }
}

/// The title of a page, which opens it, and its address below. Without a title, it says so.
pub(super) fn page_name(url: &str, title: Option<&str>, badge: Option<AnyView>) -> AnyView {
    let title = title_of(title);
    let name = if title.is_empty() { t(|t| t.answers().source_untitled) } else { Signal::stored(title) };
    match link_target(url) {
        LinkTarget::Web { address, .. } => {
            let shown = visible(&address);
            view! {
                <ExternalLink address has_icon=true><bdi>{name}</bdi></ExternalLink>
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

/// The name of a domain, which leads to its answers.
pub(super) fn domain_name(domain: &str, address: Signal<String>, badge: Option<AnyView>) -> AnyView {
    view! {
        <a class="strong" href=address><bdi>{visible(domain)}</bdi></a>
        " "
        {badge}
    }
    .into_any()
}
