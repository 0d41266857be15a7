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
pub fn page_title(title: Option<&str>) -> String {
    quotation(title.unwrap_or_default(), TITLE_MAX)
}

/// What a source is called: a domain, or the title of a page or else its address.
pub fn source_name(source: &str, title: Option<&str>) -> String {
    let title = page_title(title);
    if title.is_empty() { visible(source) } else { title }
}

/// What a source is called in a sentence, which quotes a title.
pub fn quoted_source(source: &str, title: Option<&str>) -> String {
    match quotation(title.unwrap_or_default(), QUOTED_CHARS_MAX) {
        title if title.is_empty() => quotation(source, QUOTED_CHARS_MAX),
        title => format!("“{title}”"),
    }
}

/// The title of a page, which opens it, and its address below. Without a title, it says so.
pub fn page_name(url: &str, title: Option<&str>, badge: Option<AnyView>) -> AnyView {
    page_link(url, title, |address, _| {
        let shown = visible(address);
        view! { " " {badge} <bdi class="cell-note line-clamp">{shown}</bdi> }.into_any()
    })
}

/// The title of a page, which opens it, and what `note` makes of its address and its host. A page whose address is unsafe is not opened.
pub fn page_link(url: &str, title: Option<&str>, note: impl FnOnce(&str, String) -> AnyView) -> AnyView {
    let title = page_title(title);
    let name = if title.is_empty() { t(|t| t.answers().source_untitled) } else { Signal::stored(title) };
    match link_target(url) {
        LinkTarget::Web { address, host } => {
            let note = note(&address, host);
            view! {
                <ExternalLink address has_icon=true><bdi>{name}</bdi></ExternalLink>
                {note}
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
pub fn domain_name(domain: &str, address: Signal<String>, badge: Option<AnyView>) -> AnyView {
    view! {
        <a class="strong" href=address><bdi>{visible(domain)}</bdi></a>
        " "
        {badge}
    }
    .into_any()
}
