use leptos::prelude::*;
use web_sys::Element;

use super::elements;
use crate::locale::t;

/// The attribute of the elements that contain a placeholder. What follows them is hidden, because it would move when the data
/// arrives. (A selector with `:has()` would be simpler, and takes more time than everything else that styles a page.)
const LOADING: &str = "data-loading";

/// Holds the space of a table while it loads: its head, and a number of rows.
pub fn skeleton<const ROWS: usize>() -> AnyView {
    rows(ROWS)
}

/// A placeholder with the usual number of rows.
pub fn loading() -> AnyView {
    rows(6)
}

fn rows(rows: usize) -> AnyView {
    mark_later();
    on_cleanup(mark_later);
    view! {
        <div class="skeleton" role="status" aria-label=t(|t| t.common().loading)>
            {(0..=rows).map(|_| view! { <div></div> }).collect_view()}
        </div>
    }
    .into_any()
}

// Marks the elements around placeholders once the page has changed, before it is drawn.
fn mark_later() {
    leptos::task::spawn_local(async {
        let loading: Vec<Element> = elements(".page .skeleton").into_iter().flat_map(around).collect();
        for marked in elements("[data-loading]") {
            if !loading.contains(&marked) {
                let _ = marked.remove_attribute(LOADING);
            }
        }
        for element in loading {
            let _ = element.set_attribute(LOADING, "");
        }
    });
}

// The elements around a placeholder within the page. None for one in a dialog, which is above the page.
fn around(skeleton: Element) -> Vec<Element> {
    let mut elements = Vec::new();
    let mut next = skeleton.parent_element();
    while let Some(element) = next.filter(|element| !element.class_list().contains("page")) {
        if element.tag_name() == "DIALOG" {
            return Vec::new();
        }
        next = element.parent_element();
        elements.push(element);
    }
    elements
}
