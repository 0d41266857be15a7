//! Shows the page that the window's address leads to, and follows links without a reload.
//!
//! The code of a page is loaded when the page is first opened. The previous page stays visible until then, or until it takes long or
//! fails: then the name of the new page is shown, and that it is still to come. If the address changes again meanwhile, only the last
//! page that was requested is shown.

use std::pin::Pin;
use std::time::Duration;

use answerdeck_api::console_page::{OVERVIEW, START};
use leptos::ev::{self, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use crate::reactive::{effect, live_option, on_window_event};
use crate::routes::{Page, Route};
use crate::ui::focus_title_later;

/// How long the code of a page may take before the previous page disappears.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// The event of the window when code could not be fetched, which web/modules.js then tries again.
const CODE_FAILED: &str = "codefailed";
/// The event of the window that makes web/modules.js try again at once.
const CODE_WANTED: &str = "codewanted";

/// The function that makes the view of a page.
pub type PageView = fn() -> AnyView;

/// The function that makes what is shown at a path until the code of its page is there, by whether it could not be fetched yet.
pub type WaitingView = fn(&str, RwSignal<bool>) -> AnyView;

#[derive(Clone, Copy)]
pub struct PageCode {
    pub view: PageView,
    /// Runs before the page is shown. Its code is loaded with the page.
    pub before: Option<fn()>,
}

impl PageCode {
    /// A page without a function that runs before it.
    pub const fn view_only(view: PageView) -> Self {
        Self { view, before: None }
    }
}

pub type LazyPage = Pin<Box<dyn Future<Output = PageCode>>>;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Location {
    pub path: String,
    /// The query string, encoded, without its `?`.
    pub query: String,
}

impl Location {
    pub fn of_window() -> Self {
        let location = window().location();
        let query = location.search().unwrap_or_default();
        let query = query.strip_prefix('?').unwrap_or_default().to_owned();
        Self { path: location.pathname().unwrap_or_default(), query }
    }

    /// The path with the query string.
    pub fn address(&self) -> String {
        let Self { path, query } = self;
        if query.is_empty() { path.clone() } else { format!("{path}?{query}") }
    }

    /// Whether the page at this address requires a session.
    pub fn needs_session(&self) -> bool {
        Route::of(&self.path).needs_session()
    }
}

/// Holds the window's address and changes it.
#[derive(Clone, Copy)]
pub struct Router {
    location: RwSignal<Location>,
    /// Whether the code of the page at this address is being loaded.
    is_loading: RwSignal<bool>,
    /// Whether that code could not be fetched yet.
    has_failed: RwSignal<bool>,
    /// Its own code comes with that of the first page that needs a session.
    waiting_view: StoredValue<Option<WaitingView>>,
    /// Whether the next page is scrolled to its top.
    scroll_to_top: StoredValue<bool>,
    /// Whether this visit has opened another address than its first one.
    has_navigated: StoredValue<bool>,
}

// The address of the page that is shown. It lags behind the window's while the next page loads, so that a page never
// sees the address of the next one.
#[derive(Clone)]
struct PageLocation(ArcRwSignal<Location>);

pub fn use_router() -> Router {
    expect_context()
}

/// The address of the calling page.
pub fn use_page_location() -> ArcRwSignal<Location> {
    expect_context::<PageLocation>().0
}

/// Makes the router, and follows links to pages of the console. Called once, above all pages.
pub fn provide_router() {
    let router = Router {
        location: RwSignal::new(Location::of_window()),
        is_loading: RwSignal::new(false),
        has_failed: RwSignal::new(false),
        waiting_view: StoredValue::new(None),
        scroll_to_top: StoredValue::new(false),
        has_navigated: StoredValue::new(false),
    };
    provide_context(router);
    on_window_event(ev::click, move |event| {
        if let Some(address) = internal_address(&event) {
            event.prevent_default();
            router.navigate(&address, false);
        }
    });
    on_window_event(ev::popstate, move |_| {
        // web/scroll.js restores the scroll position.
        router.scroll_to_top.set_value(false);
        router.show_window();
    });
}

// The address of a clicked link to a page of the console. The browser follows all other links.
fn internal_address(event: &MouseEvent) -> Option<String> {
    let modified = event.meta_key() || event.alt_key() || event.ctrl_key() || event.shift_key();
    if event.default_prevented() || event.button() != 0 || modified {
        return None;
    }
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let link: web_sys::HtmlAnchorElement = target.closest("a[href]").ok()??.unchecked_into();
    let internal = link.target().is_empty()
        && !link.has_attribute("download")
        && Ok(link.origin()) == window().location().origin();
    internal.then(|| format!("{}{}{}", link.pathname(), link.search(), link.hash()))
}

impl Router {
    /// The window's address. Reactive.
    pub fn location(self) -> Location {
        self.location.get()
    }

    /// Whether the page at the window's address is still to come. Reactive.
    pub fn is_loading(self) -> bool {
        self.is_loading.get()
    }

    /// Opens an address of the console. With `replace`, the history gets no new entry.
    pub fn navigate(self, address: &str, replace: bool) {
        self.open(address, replace, !replace);
    }

    /// Opens an address of the same page, which stays where it is scrolled to.
    pub fn navigate_in_place(self, address: &str) {
        self.open(address, false, false);
    }

    fn open(self, address: &str, replace: bool, scroll_to_top: bool) {
        let location = window().location();
        let current =
            [location.pathname(), location.search(), location.hash()].into_iter().flatten().collect::<String>();
        if let Ok(history) = window().history() {
            // It holds the scroll position.
            let state = if scroll_to_top { JsValue::NULL } else { history.state().unwrap_or_default() };
            let _ = if replace || current == address {
                history.replace_state_with_url(&state, "", Some(address))
            } else {
                history.push_state_with_url(&state, "", Some(address))
            };
        }
        self.scroll_to_top.set_value(scroll_to_top);
        self.show_window();
    }

    /// Sets what is shown while the code of a page is missing.
    pub fn set_waiting_view(self, view: WaitingView) {
        self.waiting_view.set_value(Some(view));
    }

    /// Shows the page at the window's address. Fetches its code again if that failed.
    pub fn show_window(self) {
        self.has_navigated.set_value(true);
        self.location.set(Location::of_window());
    }

    /// Whether this visit has opened another address than its first one. Not reactive.
    pub fn has_navigated(self) -> bool {
        self.has_navigated.get_value()
    }

    fn reset_scroll(self) {
        if self.scroll_to_top.get_value() {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    }
}

/// What the outlet shows.
#[derive(Clone)]
struct Shown {
    page: Page,
    /// `None` until the code of the page is there.
    view: Option<PageView>,
    location: ArcRwSignal<Location>,
}

/// Shows the page at the window's address. `load` loads the code of a page. The effects of functions that run before a
/// page live as long as the outlet.
#[component]
pub fn Outlet(
    load: fn(Page) -> LazyPage,
    /// Whether there is a session. Without one, a page that needs it disappears at once, even if the next one cannot be loaded.
    is_signed_in: Memo<bool>,
) -> AnyView {
    let router = use_router();
    let shown = RwSignal::new(None::<Shown>);
    let navigations = StoredValue::new(0_u32);
    let owner = Owner::current().unwrap_or_default();
    // Replaces the previous page, if that of the window's address is still to come.
    let show_waiting = move || {
        let location = router.location.get_untracked();
        let page = Route::of(&location.path).page;
        let can_wait = router.is_loading.get_untracked()
            && router.waiting_view.with_value(Option::is_some)
            && location.needs_session();
        if can_wait && shown.with_untracked(|shown| shown.as_ref().is_none_or(|shown| shown.page != page)) {
            shown.set(Some(Shown { page, view: None, location: ArcRwSignal::new(location) }));
            router.reset_scroll();
        }
    };
    let failure = window_event_listener_untyped(CODE_FAILED, move |_| {
        if router.is_loading.get_untracked() {
            // It may be tried again many times.
            if !router.has_failed.get_untracked() {
                router.has_failed.set(true);
            }
            show_waiting();
        }
    });
    on_cleanup(move || failure.remove());
    effect(move || {
        let location = router.location();
        navigations.update_value(|count| *count += 1);
        if location.path == START {
            router.navigate(OVERVIEW, true);
            return;
        }
        let page = Route::of(&location.path).page;
        let is_here = |shown: &Shown| shown.page == page && shown.view.is_some();
        if let Some(Shown { location: page_location, .. }) = shown.get_untracked().filter(is_here) {
            let is_other_item = page_location.with_untracked(|before| before.path != location.path);
            page_location.set(location);
            router.reset_scroll();
            router.is_loading.set(false);
            if is_other_item {
                focus_title_later();
            }
            return;
        }
        router.is_loading.set(true);
        router.has_failed.set(false);
        // Another page that is still to come does not stay.
        if shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.view.is_none())) {
            show_waiting();
        }
        want_code();
        let navigation = navigations.get_value();
        // A later navigation wins.
        let is_current = move || navigations.try_get_value() == Some(navigation);
        let lose_patience = move || {
            if is_current() {
                show_waiting();
            }
        };
        set_timeout(lose_patience, PATIENCE);
        let owner = owner.clone();
        leptos::task::spawn_local(async move {
            let PageCode { view, before } = load(page).await;
            let show = move || {
                if is_current() {
                    shown.set(Some(Shown { page, view: Some(view), location: ArcRwSignal::new(location) }));
                    router.reset_scroll();
                    router.is_loading.set(false);
                }
            };
            let Some(before) = before else { return show() };
            owner.with(|| untrack(before));
            if shown.with_untracked(Option::is_none) {
                // Two short tasks instead of a long one, which would block a slow phone.
                set_timeout(show, Duration::ZERO);
            } else {
                show();
            }
        });
    });
    live_option(move || {
        let Shown { view, location, .. } = shown.get()?;
        if location.with_untracked(Location::needs_session) && !is_signed_in.get() {
            return None;
        }
        let Some(view) = view else {
            let (waiting_view, path) = (router.waiting_view.get_value()?, location.get_untracked().path);
            return Some(untrack(|| waiting_view(&path, router.has_failed)));
        };
        provide_context(PageLocation(location));
        Some(untrack(view))
    })
}

// Code that could not be fetched waits some seconds before the next attempt.
fn want_code() {
    if let Ok(event) = web_sys::Event::new(CODE_WANTED) {
        let _ = window().dispatch_event(&event);
    }
}
