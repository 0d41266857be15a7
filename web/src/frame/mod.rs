//! What stands around every page: navigation, credits, settings, banners and messages.

mod menu;
mod preferences;
mod shortcuts;
mod side;

pub use preferences::{LanguageChoice, ThemeChoice};

use std::sync::LazyLock;

use leptos::html;
use leptos::prelude::*;

use crate::locale::t;
use crate::paths::{self, SignInParams, UrlParams};
use crate::queries::{Connection, Reach};
use crate::reactive::{effect, live_option};
use crate::router::{Location, PageView, use_router};
use crate::session::{Session, use_session};
use crate::ui::{Icon, IconName, NoticesView};
use shortcuts::Shortcuts;
use side::Side;

// What stands around the pages of whoever is signed in. It comes with the part of the first of them: who signs in has no
// use for it.
static AROUND: LazyLock<ArcRwSignal<Option<PageView>>> = LazyLock::new(|| ArcRwSignal::new(None));

/// A page for whoever is signed in, with the navigation around it.
pub fn with_shell(page: PageView) -> PageView {
    if AROUND.with_untracked(Option::is_none) {
        AROUND.set(Some(around));
    }
    page
}

fn around() -> AnyView {
    view! {
        <Side />
        <Shortcuts />
    }
    .into_any()
}

/// The frame. It leads whoever is not signed in to the sign-in page, and back to where they wanted to go.
#[component]
pub fn Frame(children: Children) -> AnyView {
    let session = use_session();
    let router = use_router();
    let main = NodeRef::<html::Main>::new();
    let gate = Memo::new(move |_| router.place().path.starts_with(paths::SIGN_IN));
    let inside = Memo::new(move |_| session.is_in() && !gate.get());

    effect(move || {
        if !session.is_in() && !gate.get() {
            router.go(&sign_in_address(Location::of_window()), true);
        }
    });
    let skip = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        if let Some(main) = main.get_untracked() {
            let _ = main.focus();
        }
    };
    view! {
        <a class="skip-link" href="#main" on:click=skip>
            {t(|t| t.frame().skip)}
        </a>
        <div class:frame=inside>
            {live_option(move || inside.get().then(|| AROUND.get()).flatten().map(|around| around()))}
            <main class="main" id="main" tabindex="-1" node_ref=main>
                <Banner />
                <div class:page=inside>{children()}</div>
            </main>
        </div>
        <NoticesView />
    }
    .into_any()
}

/// Opens the sign-in page, in the place of any other, for whoever arrives without a session. It comes before the router
/// reads the address: the part of the page that they may not see is not fetched.
pub fn arrive(session: Session) {
    let place = Location::of_window();
    if session.client_untracked().is_some() || place.path.starts_with(paths::SIGN_IN) {
        return;
    }
    if let Ok(history) = window().history() {
        let address = sign_in_address(place);
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address));
    }
}

fn sign_in_address(Location { path, query }: Location) -> String {
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
            Reach::Offline => t(|t| t.frame().offline),
            Reach::Away => t(|t| t.frame().away),
        };
        let view = view! {
            <div class="banner">
                <Icon icon=IconName::Warning />
                <p>{text}</p>
            </div>
        };
        Some(view.into_any())
    };
    view! { <div role="status">{live_option(banner)}</div> }.into_any()
}
