//! The dialog of saved views. Its content is loaded when it is first opened.

use leptos::prelude::*;

use crate::forms::load_saved_views;
use crate::locale::t;
use crate::overlay::saved_views_open;
use crate::router::Location;
use crate::ui::LazyDialog;

#[component]
pub fn SavedViews() -> AnyView {
    let open: RwSignal<bool> = saved_views_open().into();
    view! {
        <LazyDialog open load=load_saved_views title=t(|t| t.frame().saved_views) large=true let:list>
            {list(Location::of_window().address(), Callback::new(move |()| open.set(false)))}
        </LazyDialog>
    }
    .into_any()
}
