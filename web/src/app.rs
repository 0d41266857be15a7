//! The frame and the table of routes.

use leptos::prelude::*;
use leptos_router::components::{A, Route, Router, Routes};
use leptos_router::{Lazy, path};

use crate::pages::about::AboutPage;
use crate::pages::home::HomePage;

/// The whole console.
#[component]
pub(crate) fn App() -> impl IntoView {
    view! {
        <Router>
            <nav>
                <A href="/">"Home"</A>
                <A href="/about">"About"</A>
            </nav>
            <main>
                <Routes fallback=|| view! { <h1>"Not found"</h1> }>
                    <Route path=path!("/") view={Lazy::<HomePage>::new()} />
                    <Route path=path!("/about") view={Lazy::<AboutPage>::new()} />
                </Routes>
            </main>
        </Router>
    }
}
