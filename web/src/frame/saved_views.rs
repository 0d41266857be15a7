//! The dialog of saved views. Its content is loaded when it is first opened.

use std::sync::LazyLock;

use leptos::prelude::*;

use crate::forms::{SavedViewsView, load_saved_views};
use crate::locale::t;
use crate::queries::use_organization;
use crate::reactive::{effect, live};
use crate::router::Location;
use crate::ui::{Dialog, Skeleton};

static OPEN: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));

/// Opens the dialog.
pub fn show_saved_views() {
    OPEN.set(true);
}

/// The dialog of saved views.
#[component]
pub fn SavedViews() -> AnyView {
    let open: RwSignal<bool> = OPEN.clone().into();
    let organization = use_organization();
    let view = RwSignal::new(None::<SavedViewsView>);
    effect(move || {
        if open.get() && view.with_untracked(Option::is_none) {
            leptos::task::spawn_local(async move {
                let loaded = load_saved_views().await;
                view.try_set(Some(loaded));
            });
        }
    });
    let content = move || match (view.get(), organization.value()) {
        (Some(view), Some(organization)) => {
            let Location { path, query } = Location::of_window();
            let address = if query.is_empty() { path } else { format!("{path}?{query}") };
            untrack(|| view(organization.id, address, Callback::new(move |()| open.set(false))))
        }
        _ => view! { <Skeleton rows=3 /> }.into_any(),
    };
    view! {
        <Dialog open title=t(|t| t.frame().saved_views) large=true>
            {live(content)}
        </Dialog>
    }
    .into_any()
}
