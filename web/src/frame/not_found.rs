//! An address that leads nowhere.

use leptos::prelude::*;

use crate::components::PageHead;
use crate::locale::t;
use crate::paths::START;

/// An address that leads nowhere.
#[component]
pub fn NotFound() -> AnyView {
    view! {
        <PageHead title=t(|t| t.frame.not_found) sentence=t(|t| t.frame.not_found_sentence) />
        <p>
            <a href=START>{t(|t| t.frame.to_start)}</a>
        </p>
    }
    .into_any()
}
