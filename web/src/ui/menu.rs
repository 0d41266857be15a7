//! A button that opens a short list of actions.

use std::sync::atomic::{AtomicUsize, Ordering};

use leptos::html;
use leptos::prelude::*;

use super::{Icon, IconName};

static IDS: AtomicUsize = AtomicUsize::new(0);

/// A button that opens a list of actions: a popover of the browser, which closes with Escape and restores the focus.
#[component]
pub fn Menu(
    /// The label of the button.
    #[prop(into)]
    label: Signal<String>,
    /// The icon before the label.
    icon: IconName,
    /// The actions: links and buttons.
    children: Children,
) -> AnyView {
    let id = format!("menu-{}", IDS.fetch_add(1, Ordering::Relaxed));
    let (button, list) = (NodeRef::<html::Button>::new(), NodeRef::<html::Div>::new());
    // Below the button, and with its end at that of the button.
    let place = RwSignal::new([0.0; 2]);
    let open = move |_| {
        let Some(button) = button.get_untracked() else { return };
        let (frame, width) = (button.get_bounding_client_rect(), document().document_element());
        let width = width.map_or(0.0, |page| f64::from(page.client_width()));
        place.set([frame.bottom() + 4.0, width - frame.right()]);
    };
    let close = move |_| {
        if let Some(list) = list.get_untracked() {
            let _ = list.hide_popover();
        }
    };
    view! {
        <button
            class="button"
            data-variant="quiet"
            type="button"
            node_ref=button
            popovertarget=id.clone()
            on:click=open
        >
            <Icon icon />
            {label}
        </button>
        <div
            class="menu action-menu"
            id=id
            popover="auto"
            node_ref=list
            style:top=move || format!("{}px", place.get()[0] as i64)
            style:right=move || format!("{}px", place.get()[1].max(8.0) as i64)
            on:click=close
        >
            {children()}
        </div>
    }
    .into_any()
}
