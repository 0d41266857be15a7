//! The head of a page: its title, one sentence, and one primary action.

use std::cell::Cell;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::{Icon, IconName};
use crate::reactive::effect;

thread_local! {
    // The browser itself says where the first page begins.
    static FIRST: Cell<bool> = const { Cell::new(true) };
}

/// The head of a page. It names the document, and takes the focus when the page was reached by a link.
#[component]
pub fn PageHead(
    /// The page's title.
    #[prop(into)]
    title: Signal<String>,
    /// One sentence about it.
    #[prop(optional, into)]
    sentence: Option<Signal<String>>,
    /// The page above it: its name and address.
    #[prop(optional, into)]
    back: Option<(Signal<String>, String)>,
    /// What can be done here.
    #[prop(optional)]
    children: Option<Children>,
) -> AnyView {
    let heading = NodeRef::<html::H1>::new();
    effect(move || document().set_title(&format!("{} · Answerdeck", title.get())));
    effect(move || {
        let Some(heading) = heading.get() else { return };
        if !FIRST.replace(false) {
            let _ = heading.focus();
        }
    });
    let back = back.map(|(name, address)| {
        view! {
            <a class="back" href=address>
                <Icon icon=IconName::Back />
                {name}
            </a>
        }
    });
    view! {
        <div class="page-head">
            <div>
                {back}
                <h1 node_ref=heading tabindex="-1">
                    {title}
                </h1>
                {sentence.map(|sentence| view! { <p>{sentence}</p> })}
            </div>
            {children.map(|children| view! { <div class="page-actions">{children()}</div> })}
        </div>
    }
    .into_any()
}

/// Gives the focus to the page's title: where to go when what had it is gone.
pub fn focus_page_head() {
    // A dialog that is about to close gives the focus back to what opened it, and keeps the page out of reach until then.
    request_animation_frame(|| {
        if let Ok(Some(heading)) = document().query_selector("h1") {
            let _ = heading.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
}
