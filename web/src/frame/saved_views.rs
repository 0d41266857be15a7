//! The dialog of saved views. Its content is loaded when it is first opened.

use answerdeck_api::Organization;
use leptos::prelude::*;

use crate::components::query_view;
use crate::forms::load_saved_views;
use crate::locale::t;
use crate::overlay::saved_views_open;
use crate::queries::use_organization;
use crate::router::Location;
use crate::ui::{Dialog, Skeleton, lazy_dialog};

/// The dialog of saved views.
#[component]
pub fn SavedViews() -> AnyView {
    let open = saved_views_open();
    let organization = use_organization();
    let (shown, view) = lazy_dialog(open, load_saved_views);
    let loading = || view! { <Skeleton rows=3 /> }.into_any();
    let content = move |organization: Organization| {
        let Some(view) = view.get() else { return loading() };
        let address = Location::of_window().address();
        untrack(|| view(organization.id, address, Callback::new(move |()| open.set(false))))
    };
    view! {
        <Dialog open=shown title=t(|t| t.frame().saved_views) large=true>
            {query_view(organization, loading, content)}
        </Dialog>
    }
    .into_any()
}
