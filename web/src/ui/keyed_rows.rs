//! Rows that stay in the document while their list changes.

use std::sync::Arc;

use leptos::prelude::*;

/// Renders one row for each key. When the keys change, rows whose key is still there keep their elements and state.
///
/// A row is built once for its key, so a row whose content changes has to be reactive itself. Repeated keys are ignored.
///
/// The row is boxed on purpose: the compiler builds the keyed list once, and not for every type of row.
pub fn keyed_rows(
    keys: impl Fn() -> Vec<String> + Send + 'static,
    row: impl Fn(String) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let keys: Box<dyn Fn() -> Vec<String> + Send> = Box::new(keys);
    let row: Arc<dyn Fn(String) -> AnyView + Send + Sync> = Arc::new(row);
    let unique_keys = move || {
        let mut unique: Vec<String> = Vec::new();
        for key in keys() {
            if !unique.contains(&key) {
                unique.push(key);
            }
        }
        unique
    };
    view! { <For each=unique_keys key=String::clone children=move |key| row(key) /> }.into_any()
}
