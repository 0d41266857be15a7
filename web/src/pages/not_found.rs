//! An address that leads nowhere.

use leptos::prelude::*;

use crate::components::PageHead;
use crate::frame::inside;
use crate::locale::t;
use crate::paths::START;
use crate::router::View;

/// An address that leads nowhere.
#[cfg_attr(feature = "split", lazy)]
pub fn not_found_page() -> View {
    inside(view)
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
