//! What is shown of a page while its code is missing. It comes with the code that all pages with a session share.

use leptos::prelude::*;

use super::links::all_links;
use crate::components::failed_panel;
use crate::locale::{Pick, t, t_with};
use crate::paths::{RUN_START, SCHEDULE_NEW, is_within};
use crate::reactive::live_on;
use crate::router::use_router;
use crate::ui::{Button, PageHeader, loading};

const FORMS: [(&str, Pick); 2] = [(RUN_START, |t| t.common().new_run), (SCHEDULE_NEW, |t| t.common().new_schedule)];

/// The name of the page at a path, and a skeleton, or that its code could not be fetched.
pub(super) fn waiting_view(path: &str, has_failed: RwSignal<bool>) -> AnyView {
    let router = use_router();
    // A retry keeps the button, and so the focus. The reason changes, so that screen readers announce another failure.
    let is_busy = Signal::derive(move || !has_failed.get());
    let reason = t_with(move |t| if is_busy.get() { t.common().loading } else { t.failure().connection }.to_owned());
    let content = move |has_ever_failed: bool| {
        if !has_ever_failed {
            return loading();
        }
        let retry = move |()| router.show_window();
        let retry = view! { <Button label=t(|t| t.common().retry) busy=is_busy on_click=retry /> };
        failed_panel(t(|t| t.failure().heading), view! { <p>{reason}</p> }.into_any(), retry.into_any())
    };
    view! {
        <PageHeader title=t(name_of(path)) />
        {live_on(Memo::new(move |before| before == Some(&true) || has_failed.get()), content)}
    }
    .into_any()
}

// The name of a page of an item is that of its list.
fn name_of(path: &str) -> Pick {
    let lists = all_links().map(|(page, _, name, _)| (page, name));
    match FORMS.into_iter().chain(lists).find(|(page, _)| is_within(path, page)) {
        Some((_, name)) => name,
        None => |t| t.frame().not_found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::locale::texts_in;
    use crate::routes::{Page, ROUTES};

    #[test]
    fn every_page_with_a_session_has_a_name() {
        let name = |path: &str| name_of(path)(texts_in(Language::English));
        for route in ROUTES.iter().filter(|route| route.needs_session() && route.page != Page::NotFound) {
            let is_named = name(route.path) != name("/nowhere");
            assert!(is_named || route.path == crate::paths::START, "{}", route.path);
        }
        let names = ["/runs/new", "/runs/1", "/prompts/1/models", "/prompt-sets", "/settings"].map(name);
        assert_eq!(names, ["New run", "Runs", "Prompts", "Prompt sets", "Settings"]);
    }
}
