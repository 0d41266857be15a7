//! The dialog of saved views. Its content is loaded when it is first opened.

use leptos::prelude::*;

use crate::forms::load_saved_views;
use crate::locale::t;
use crate::overlay::saved_views_open;
use crate::router::Location;
use crate::ui::{Dialog, lazy_dialog};

#[component]
pub fn SavedViews() -> AnyView {
    let open: RwSignal<bool> = saved_views_open().into();
    let (shown, view) = lazy_dialog(open, load_saved_views);
    let content = move || {
        let view = view.get_untracked()?;
        Some(view(Location::of_window().address(), Callback::new(move |()| open.set(false))))
    };
    view! {
        <Dialog open=shown title=t(|t| t.frame().saved_views) large=true>
            {content()}
        </Dialog>
    }
    .into_any()
}
