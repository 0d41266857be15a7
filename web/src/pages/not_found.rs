//! The page for an unknown address.

use leptos::prelude::*;

use crate::frame::with_shell;
use crate::locale::t;
use crate::paths::START;
use crate::router::PageCode;
use crate::ui::PageHeader;

#[cfg_attr(feature = "split", lazy)]
pub fn not_found_page() -> PageCode {
    with_shell(view)
}

fn view() -> AnyView {
    view! {
        <PageHeader title=t(|t| t.frame().not_found) description=t(|t| t.frame().not_found_description) />
        <p>
            <a href=START>{t(|t| t.frame().to_start)}</a>
        </p>
    }
    .into_any()
}
