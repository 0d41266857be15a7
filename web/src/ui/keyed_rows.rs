//! Rows that stay in the document while their list changes.
//!
//! Leptos has `<For>` for this. With it, a page with a list is 5 kB larger: see docs/decisions/0005-libraries-of-the-console.md.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::{Mountable, Render};

use super::unique_id;
use crate::reactive::effect;

struct RowsVersion {
    /// How many leading rows are the same as in the previous version.
    unchanged: usize,
    /// The key of each row after them, and whether a row that has this key already is only moved.
    rows: Vec<(String, bool)>,
}

impl RowsVersion {
    /// The rows of `items`, where those of `previous` are shown. A row whose item is equal is not built again.
    fn of_items<T: PartialEq>(previous: &[T], items: &[T], key: impl Fn(&T) -> &str) -> Self {
        let unchanged = previous.iter().zip(items).take_while(|(previous, item)| previous == item).count();
        let mut previous = previous.get(unchanged..).unwrap_or_default();
        let rows = items.iter().skip(unchanged).map(|item| {
            let at = previous.iter().position(|other| key(other) == key(item));
            let is_same = at.is_some_and(|at| previous[at] == *item);
            // Most rows keep their order: the next one is found at once.
            previous = &previous[at.map_or(0, |at| at + 1)..];
            (key(item).to_owned(), is_same)
        });
        Self { unchanged, rows: rows.collect() }
    }
}

struct Row {
    index: usize,
    key: String,
    state: AnyViewState,
    owner: Owner,
}

// Compiled once, for all types of items.
fn keyed_rows(version: Box<dyn Fn() -> RowsVersion>, build: Box<dyn Fn(usize) -> AnyView>) -> AnyView {
    // Effects clean up what they create. Rows outlive the effect's next run, so they belong to the owner of the list.
    let list_owner = Owner::current().unwrap_or_default();
    // An id instead of a `NodeRef`, which adds code for its type of element.
    let end_id = unique_id("rows");
    let end = view! { <template id=end_id.clone()></template> };
    let rows = StoredValue::new_local(Vec::<Row>::new());
    // A view that is built again keeps its elements, and would keep these rows beside the new ones.
    on_cleanup(move || {
        rows.try_update_value(|rows| rows.iter_mut().for_each(|row| row.state.unmount()));
    });
    effect(move || {
        let Some(end) = document().get_element_by_id(&end_id) else { return };
        let Some(parent) = end.parent_element() else { return };
        let RowsVersion { unchanged, rows: next } = version();
        let mut now = rows.try_update_value(std::mem::take).unwrap_or_default();
        let kept = now.iter().take_while(|row| row.index < unchanged).count();
        let mut previous = now.split_off(kept);
        for (index, (key, is_same)) in (unchanged..).zip(next) {
            let row = if let Some(position) = previous.iter().position(|row| row.key == key) {
                let mut row = previous.remove(position);
                row.index = index;
                if !is_same {
                    row.owner.with_cleanup(|| untrack(|| build(index)).rebuild(&mut row.state));
                }
                row
            } else if now.iter().all(|row| row.key != key) {
                let owner = list_owner.child();
                let state = owner.with(|| untrack(|| build(index)).build());
                Row { index, key, state, owner }
            } else {
                continue;
            };
            now.push(row);
        }
        previous.iter_mut().for_each(|row| row.state.unmount());
        let mut next = web_sys::Node::from(end);
        for row in now.iter_mut().skip(kept).rev() {
            let Some(element) = row.state.elements().into_iter().next() else { continue };
            if element.next_sibling().as_ref() != Some(&next) {
                row.state.mount(&parent, Some(&next));
            }
            next = element.into();
        }
        rows.set_value(now);
    });
    // A `<template>` may be anywhere in a table, and shows nothing.
    end.into_any()
}

/// Renders the rows of `items`, and again when a signal that it reads changes. A row whose item is equal is not built again. One whose
/// key remains keeps its elements: they are updated in place, and moved only if the order changes. Of repeated keys, the first counts.
///
/// Each row is one element, and the rows are the last children of their parent.
pub fn keyed_items<T: Clone + PartialEq + 'static>(
    items: impl Fn() -> Vec<T> + 'static,
    key: fn(&T) -> &str,
    row: impl Fn(T) -> AnyView + 'static,
) -> AnyView {
    let shown = Rc::new(RefCell::new(Vec::<T>::new()));
    let version = {
        let shown = shown.clone();
        move || {
            let items = items();
            let version = RowsVersion::of_items(&shown.borrow(), &items, key);
            shown.replace(items);
            version
        }
    };
    let build = move |index: usize| {
        let item = shown.borrow()[index].clone();
        row(item)
    };
    keyed_rows(Box::new(version), Box::new(build))
}
