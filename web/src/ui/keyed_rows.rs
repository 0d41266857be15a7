//! Rows that stay in the document while their list changes.
//!
//! Leptos has `<For>` for this. With it, a page with a list is 5 kB larger: see docs/decisions/0044-console-size-budget.md.

use std::sync::atomic::{AtomicUsize, Ordering};

use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::{Mountable, Render};

use crate::reactive::effect;

/// A row of a new version of the list.
pub struct RowUpdate {
    /// Identifies the row.
    pub key: String,
    /// Builds the row. `None` if the row of the previous version is still right.
    pub view: Option<Box<dyn FnOnce() -> AnyView>>,
}

/// How many lists there have been.
static LISTS: AtomicUsize = AtomicUsize::new(0);

struct Row {
    key: String,
    state: AnyViewState,
    owner: Owner,
}

/// Renders the rows that `updates` returns, and again when a signal that it reads changes. A row whose key remains keeps its
/// elements: they are updated in place, and moved only if the order changes. Of repeated keys, the first counts.
///
/// Each row is one element, and the rows are the last children of their parent.
pub fn keyed_rows(updates: impl FnMut() -> Vec<RowUpdate> + 'static) -> AnyView {
    let mut updates: Box<dyn FnMut() -> Vec<RowUpdate>> = Box::new(updates);
    // Effects clean up what they create. Rows outlive the effect's next run, so they belong to the owner of the list.
    let list_owner = Owner::current().unwrap_or_default();
    // An id instead of a `NodeRef`, which adds code for its type of element.
    let end_id = format!("rows-{}", LISTS.fetch_add(1, Ordering::Relaxed));
    let end = view! { <template id=end_id.clone()></template> };
    let mut rows: Vec<Row> = Vec::new();
    effect(move || {
        let Some(end) = document().get_element_by_id(&end_id) else { return };
        let Some(parent) = end.parent_element() else { return };
        let mut previous = std::mem::take(&mut rows);
        for RowUpdate { key, view } in updates() {
            let row = match (previous.iter().position(|row| row.key == key), view) {
                (Some(position), view) => {
                    let mut row = previous.remove(position);
                    if let Some(view) = view {
                        row.owner.with_cleanup(|| view().rebuild(&mut row.state));
                    }
                    row
                }
                (None, Some(view)) if rows.iter().all(|row| row.key != key) => {
                    let owner = list_owner.child();
                    let state = owner.with(|| view().build());
                    Row { key, state, owner }
                }
                (None, _) => continue,
            };
            rows.push(row);
        }
        previous.iter_mut().for_each(|row| row.state.unmount());
        let mut next = web_sys::Node::from(end);
        for row in rows.iter_mut().rev() {
            let Some(element) = row.state.elements().into_iter().next() else { continue };
            if element.next_sibling().as_ref() != Some(&next) {
                row.state.mount(&parent, Some(&next));
            }
            next = element.into();
        }
    });
    // A `<template>` may be anywhere in a table, and shows nothing.
    end.into_any()
}
