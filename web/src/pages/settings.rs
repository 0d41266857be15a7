//! Settings of this browser, and the answers that it keeps. Uses `list_runs`, `list_answers` and `list_brands` in the
//! analysis worker.

use leptos::prelude::*;

use crate::components::KeptAnswers;
use crate::frame::with_shell;
use crate::locale::t;
use crate::router::PageView;
use crate::ui::PageHeader;

/// The page of settings.
#[cfg_attr(feature = "split", lazy)]
pub fn settings_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    view! {
        <PageHeader title=t(|t| t.settings().title) description=t(|t| t.settings().description) />
        <KeptAnswers />
    }
    .into_any()
}
