//! The frame of every page: navigation, credits, settings, connection banner and notices.

mod links;
mod palette;
mod preferences;
mod print_head;
mod shortcuts;
mod sidebar;
mod waiting;

pub use preferences::{DensityChoice, LanguageChoice, ThemeChoice};

use std::sync::LazyLock;

use leptos::html;
use leptos::prelude::*;

use crate::forms::load_saved_views;
use crate::locale::{t, texts};
use crate::overlay::{SAVED_VIEWS_OPEN, close_all};
use crate::paths::{SIGN_IN, START, SignInParams, UrlParams};
use crate::queries::deletions::use_delayed_deletion;
use crate::queries::{Connection, ConnectionStatus, start_queries};
use crate::reactive::{effect, live_option};
use crate::router::{Location, PageCode, PageView, use_router};
use crate::session::{Session, start_session, use_session};
use crate::ui::{Icon, IconName, LazyDialog, NoticesView, use_notices};
use palette::Palette;
use print_head::PrintHead;
use shortcuts::Shortcuts;
use sidebar::Sidebar;
use waiting::waiting_view;

// The navigation around pages that need a session. Its code is loaded with the first of them: the sign-in page does
// not need it.
static SHELL: LazyLock<ArcRwSignal<Option<PageView>>> = LazyLock::new(|| ArcRwSignal::new(None));

/// Marks a page that needs a session: the frame shows the navigation around it.
pub fn with_shell(view: PageView) -> PageCode {
    PageCode { view, before: Some(start_shell) }
}

// Once, with the code of the first page that needs a session.
fn start_shell() {
    if SHELL.with_untracked(Option::is_none) {
        start_session();
        start_queries();
        use_router().set_waiting_view(waiting_view);
        SHELL.set(Some(shell));
    }
}

fn shell() -> AnyView {
    on_cleanup(close_all);
    view! {
        <Sidebar />
        <Shortcuts />
        {saved_views()}
        <Palette />
        <PrintHead />
    }
    .into_any()
}

// Their code is loaded when the dialog is first opened.
fn saved_views() -> AnyView {
    let open: RwSignal<bool> = SAVED_VIEWS_OPEN.clone().into();
    view! {
        <LazyDialog open load=load_saved_views title=t(|t| t.frame().saved_views) large=true let:list>
            {list(Location::of_window().address(), Callback::new(move |()| open.set(false)))}
        </LazyDialog>
    }
    .into_any()
}

// The function that signs out, after the deletion that waits was sent.
fn use_sign_out() -> Callback<()> {
    let (session, delayed) = (use_session(), use_delayed_deletion());
    Callback::new(move |()| {
        let number = session.number();
        leptos::task::spawn_local(async move {
            delayed.finish().await;
            // Meanwhile the user may have signed out and in again.
            if session.number() == number {
                session.sign_out();
            }
        });
    })
}

/// The frame of every page. Redirects to the sign-in page when the session ends. Sign-in returns to the same address, except after a
/// sign-out.
#[component]
pub fn Frame(children: Children) -> AnyView {
    let session = use_session();
    let router = use_router();
    let main = NodeRef::<html::Main>::new();
    let needs_session = Memo::new(move |_| router.location().needs_session());
    let has_shell = Memo::new(move |_| session.is_signed_in() && needs_session.get());

    let notices = use_notices();
    let mut was_signed_in = false;
    effect(move || {
        let is_signed_in = session.is_signed_in();
        let has_ended = std::mem::replace(&mut was_signed_in, is_signed_in) && !is_signed_in;
        let is_sign_out = has_ended && !session.has_expired();
        if has_ended {
            // Messages and the title of the window may name things of the organization.
            notices.clear();
            document().set_title("Answerdeck");
        }
        if is_sign_out {
            notices.notify(untrack(texts).frame().signed_out.to_owned());
        }
        if !is_signed_in && needs_session.get() {
            let address = if is_sign_out { SIGN_IN.to_owned() } else { sign_in_address(&Location::of_window()) };
            router.navigate(&address, true);
        }
    });
    let skip = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        if let Some(main) = main.get_untracked() {
            let _ = main.focus();
        }
    };
    view! {
        <a class="skip-link" href="#main" on:click=skip>{t(|t| t.frame().skip)}</a>
        <div class:frame=has_shell>
            {live_option(move || has_shell.get().then(|| SHELL.get()).flatten().map(|shell| shell()))}
            <main
                class="main"
                id="main"
                tabindex="-1"
                aria-busy=move || router.is_loading().then_some("true")
                node_ref=main
            >
                {connection_banner()}
                <div class:page=has_shell>{children()}</div>
            </main>
        </div>
        <NoticesView />
    }
    .into_any()
}

/// Redirects to the sign-in page at the start when there is no session. Called before the router reads the address, so
/// that the code of a page that will not be shown is not loaded.
pub fn redirect_to_sign_in(session: Session) {
    let location = Location::of_window();
    if untrack(|| session.is_signed_in()) || !location.needs_session() {
        return;
    }
    if let Ok(history) = window().history() {
        let address = sign_in_address(&location);
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address));
    }
}

fn sign_in_address(location: &Location) -> String {
    let address = location.address();
    // Sign-in opens the first page by default.
    let next = (address != START).then_some(address);
    SignInParams { next }.address()
}

fn connection_banner() -> AnyView {
    let connection: Connection = expect_context();
    let banner = move || {
        let text = match connection.status() {
            ConnectionStatus::Connected => return None,
            ConnectionStatus::Slow => t(|t| t.frame().slow),
            ConnectionStatus::Offline => t(|t| t.frame().offline),
            ConnectionStatus::Unreachable => t(|t| t.frame().unreachable),
        };
        Some(view! { <div class="banner"><Icon icon=IconName::Warning /><p>{text}</p></div> })
    };
    view! { <div role="status">{live_option(banner)}</div> }.into_any()
}
