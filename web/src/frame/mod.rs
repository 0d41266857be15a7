//! What stands around every page: navigation, credits, settings, banners and messages.

mod menu;
mod not_found;
mod preferences;
mod shortcuts;
mod side;

pub use not_found::NotFound;
pub use preferences::{LanguageChoice, ThemeChoice};

use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

use crate::components::{Icon, NoticesView, Sign};
use crate::locale::t;
use crate::paths::{self, SignInParams, UrlParams, use_go};
use crate::queries::{Connection, Reach};
use crate::reactive::{effect, live_option};
use crate::session::{Session, use_session};
use shortcuts::Shortcuts;
use side::Side;

/// The frame. It leads whoever is not signed in to the sign-in page, and back to where they wanted to go.
#[component]
pub fn Frame(children: Children) -> impl IntoView {
    let session = use_session();
    let location = use_location();
    let go = use_go();
    let main = NodeRef::<html::Main>::new();
    let gate = Memo::new(move |_| location.pathname.with(|path| path.starts_with(paths::SIGN_IN)));
    let inside = Memo::new(move |_| session.is_in() && !gate.get());

    effect(move || {
        if !session.is_in() && !gate.get() {
            let path = location.pathname.get_untracked();
            let query = location.search.get_untracked();
            go(&sign_in_address(path, query.trim_start_matches('?')), true);
        }
    });
    let skip = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        if let Some(main) = main.get_untracked() {
            let _ = main.focus();
        }
    };
    view! {
        <a class="skip" href="#main" on:click=skip>
            {t(|t| t.frame.skip)}
        </a>
        <div class:frame=inside>
            {live_option(move || inside.get().then(|| view! { <Side /> }.into_any()))}
            <main class="main" id="main" tabindex="-1" node_ref=main>
                <Banner />
                <div class:page=inside>{children()}</div>
            </main>
        </div>
        {live_option(move || inside.get().then(|| view! { <Shortcuts /> }.into_any()))}
        <NoticesView />
    }
}

/// Opens the sign-in page, in the place of any other, for whoever arrives without a session. It comes before the router
/// reads the address: a navigation while the part of a page is on its way can lose to that page.
pub fn arrive(session: Session) {
    let location = window().location();
    let path = location.pathname().unwrap_or_default();
    if session.client_untracked().is_some() || path.starts_with(paths::SIGN_IN) {
        return;
    }
    let query = location.search().unwrap_or_default();
    let address = sign_in_address(path, query.trim_start_matches('?'));
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address));
    }
}

fn sign_in_address(path: String, query: &str) -> String {
    let address = if query.is_empty() { path } else { format!("{path}?{query}") };
    // Whoever chose to sign out, or is new, does not mind where they were.
    let next = (address != paths::START).then_some(address);
    SignInParams { next }.address()
}

#[component]
fn Banner() -> AnyView {
    let connection: Connection = expect_context();
    let banner = move || {
        let text = match connection.reach() {
            Reach::Fine => return None,
            Reach::Offline => t(|t| t.frame.offline),
            Reach::Away => t(|t| t.frame.away),
        };
        let view = view! {
            <div class="banner">
                <Icon sign=Sign::Warning />
                <p>{text}</p>
            </div>
        };
        Some(view.into_any())
    };
    view! { <div role="status">{live_option(banner)}</div> }.into_any()
}
