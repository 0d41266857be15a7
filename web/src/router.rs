//! The page that the address names, and going to another.
//!
//! A page is a part of the program of its own. The page before stays in sight until the part is here, and the page
//! that was asked for last is the one that is shown, in whatever order the parts arrive.

use std::pin::Pin;

use leptos::ev::{self, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use crate::paths::{PROMPT_SETS, Page, START};
use crate::reactive::{effect, live_option};

/// What a page's part holds: the function that makes the page.
pub type PageView = fn() -> AnyView;

/// A page's part, on its way.
pub type LazyPage = Pin<Box<dyn Future<Output = PageView>>>;

/// What the address names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Location {
    /// Its path.
    pub path: String,
    /// What stands behind the `?`, as it stands there.
    pub query: String,
}

impl Location {
    /// The address of the window.
    pub fn of_window() -> Self {
        let location = window().location();
        let query = location.search().unwrap_or_default();
        let query = query.strip_prefix('?').unwrap_or_default().to_owned();
        Self { path: location.pathname().unwrap_or_default(), query }
    }
}

/// The window's address.
#[derive(Clone, Copy)]
pub struct Router {
    place: RwSignal<Location>,
    /// Whether the place that was gone to last is looked at from its top.
    from_top: StoredValue<bool>,
}

// The address as the page that it names knows it: a page that is about to be left does not see where to.
#[derive(Clone)]
struct Here(ArcRwSignal<Location>);

/// The window's address.
pub fn use_router() -> Router {
    expect_context()
}

/// The address of the page that asks.
pub fn use_location() -> ArcRwSignal<Location> {
    expect_context::<Here>().0
}

/// Reads the address, and follows the links that lead to the console's own pages. Called once, above everything.
pub fn provide_router() {
    let router = Router { place: RwSignal::new(Location::of_window()), from_top: StoredValue::new(false) };
    provide_context(router);
    let click = window_event_listener(ev::click, move |event| {
        if let Some(address) = own_address(&event) {
            event.prevent_default();
            router.go(&address, false);
        }
    });
    let back_or_forward = window_event_listener(ev::popstate, move |_| {
        // The browser goes back to where the page was looked at.
        router.from_top.set_value(false);
        router.place.set(Location::of_window());
    });
    on_cleanup(move || {
        click.remove();
        back_or_forward.remove();
    });
}

// Where a click on a link leads to within the console. The browser follows all other links.
fn own_address(event: &MouseEvent) -> Option<String> {
    let modified = event.meta_key() || event.alt_key() || event.ctrl_key() || event.shift_key();
    if event.default_prevented() || event.button() != 0 || modified {
        return None;
    }
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let link: web_sys::HtmlAnchorElement = target.closest("a[href]").ok()??.unchecked_into();
    let own = link.target().is_empty()
        && !link.has_attribute("download")
        && Ok(link.origin()) == window().location().origin();
    own.then(|| format!("{}{}{}", link.pathname(), link.search(), link.hash()))
}

impl Router {
    /// The window's address. Whoever asks in a reactive place is asked again when it changes.
    pub fn place(self) -> Location {
        self.place.get()
    }

    /// Goes to an address of the console. A change of the same view (`replace`) makes no step in the history.
    pub fn go(self, address: &str, replace: bool) {
        let location = window().location();
        let here = [location.pathname(), location.search(), location.hash()].into_iter().flatten().collect::<String>();
        if let Ok(history) = window().history() {
            let _ = if replace || here == address {
                history.replace_state_with_url(&JsValue::NULL, "", Some(address))
            } else {
                history.push_state_with_url(&JsValue::NULL, "", Some(address))
            };
        }
        self.from_top.set_value(!replace);
        self.place.set(Location::of_window());
    }

    fn arrived(self) {
        if self.from_top.get_value() {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    }
}

/// The page that the address names. `part` fetches the part that holds a page.
#[component]
pub fn Outlet(part: fn(Page) -> LazyPage) -> AnyView {
    type Shown = (Page, PageView, ArcRwSignal<Location>);
    let router = use_router();
    let shown = RwSignal::new(None::<Shown>);
    let asked = StoredValue::new(0_u32);
    effect(move || {
        let place = router.place();
        asked.update_value(|times| *times += 1);
        if place.path == START {
            router.go(PROMPT_SETS, true);
            return;
        }
        let page = Page::of(&place.path);
        if let Some((.., here)) = shown.get_untracked().filter(|(shown, ..)| *shown == page) {
            here.set(place);
            router.arrived();
            return;
        }
        let time = asked.get_value();
        leptos::task::spawn_local(async move {
            let view = part(page).await;
            // Whoever has gone on meanwhile sees what they asked for last.
            if asked.try_get_value() == Some(time) {
                shown.set(Some((page, view, ArcRwSignal::new(place))));
                router.arrived();
            }
        });
    });
    live_option(move || {
        let (_, view, here) = shown.get()?;
        provide_context(Here(here));
        Some(untrack(view))
    })
}
