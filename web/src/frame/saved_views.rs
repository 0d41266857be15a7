//! The dialog of saved views. Its content is loaded when it is first opened.

use leptos::prelude::*;

use crate::forms::load_saved_views;
use crate::locale::t;
use crate::overlay::saved_views_open;
use crate::queries::use_organization;
use crate::reactive::live;
use crate::router::Location;
use crate::ui::{Dialog, Skeleton, lazy_dialog};

/// The dialog of saved views.
#[component]
pub fn SavedViews() -> AnyView {
    let open = saved_views_open();
    let organization = use_organization();
    let (shown, view) = lazy_dialog(open, load_saved_views);
    let content = move || match (view.get(), organization.value()) {
        (Some(view), Some(organization)) => {
            let address = Location::of_window().address();
            untrack(|| view(organization.id, address, Callback::new(move |()| open.set(false))))
        }
        _ => view! { <Skeleton rows=3 /> }.into_any(),
    };
    view! {
        <Dialog open=shown title=t(|t| t.frame().saved_views) large=true>
            {live(content)}
        </Dialog>
    }
    .into_any()
}
