//! The first page.

use leptos::prelude::*;
use leptos_router::{LazyRoute, lazy_route};

/// The first page.
pub(crate) struct HomePage;

#[lazy_route]
impl LazyRoute for HomePage {
    fn data() -> Self {
        Self
    }

    fn view(_this: Self) -> AnyView {
        let (count, set_count) = signal(0);
        view! {
            <h1>"Answerdeck"</h1>
            <button on:click=move |_| set_count.update(|count| *count += 1)>{count}</button>
        }
        .into_any()
    }
}
