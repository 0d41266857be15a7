//! An address that leads nowhere.

use leptos::prelude::*;

use crate::components::PageHead;
use crate::frame::with_shell;
use crate::locale::t;
use crate::paths::START;
use crate::router::PageView;

/// An address that leads nowhere.
#[cfg_attr(feature = "split", lazy)]
pub fn not_found_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    view! {
        <PageHead title=t(|t| t.frame().not_found) sentence=t(|t| t.frame().not_found_sentence) />
        <p>
            <a href=START>{t(|t| t.frame().to_start)}</a>
        </p>
    }
    .into_any()
}
