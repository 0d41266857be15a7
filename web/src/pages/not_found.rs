//! The page for an unknown address.

use leptos::prelude::*;

use crate::locale::t;
use crate::paths::START;
use crate::ui::PageHeader;

pub fn view() -> AnyView {
    view! {
        <PageHeader title=t(|t| t.frame().not_found) description=t(|t| t.frame().not_found_description) />
        <p><a href=START>{t(|t| t.frame().to_start)}</a></p>
    }
    .into_any()
}
