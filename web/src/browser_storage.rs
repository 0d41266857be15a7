//! Items in the storages of the browser.
//!
//! A browser may forbid a storage, or have no space left. Every item is absent in a forbidden storage, and what cannot be
//! written is dropped.

use leptos::prelude::window;

/// A storage of the browser. `None` if the browser forbids it.
pub struct BrowserStorage(Option<web_sys::Storage>);

/// `localStorage`, which all tabs share.
pub fn local() -> BrowserStorage {
    BrowserStorage(window().local_storage().ok().flatten())
}

/// `sessionStorage`, of this tab alone.
pub fn session() -> BrowserStorage {
    BrowserStorage(window().session_storage().ok().flatten())
}

impl BrowserStorage {
    /// The value of an item. `None` if there is none.
    pub fn read(&self, item: &str) -> Option<String> {
        self.0.as_ref()?.get_item(item).ok()?
    }

    /// Sets the value of an item. Returns whether the browser stored it. Otherwise the value from before is kept.
    pub fn write(&self, item: &str, value: &str) -> bool {
        self.0.as_ref().is_some_and(|storage| storage.set_item(item, value).is_ok())
    }

    pub fn remove(&self, item: &str) {
        if let Some(storage) = &self.0 {
            let _ = storage.remove_item(item);
        }
    }

    /// Removes the items with certain names.
    pub fn remove_where(&self, is_removed: &dyn Fn(&str) -> bool) {
        for name in self.names().iter().filter(|name| is_removed(name)) {
            self.remove(name);
        }
    }

    pub fn names(&self) -> Vec<String> {
        let Some(storage) = &self.0 else { return Vec::new() };
        (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok()?).collect()
    }
}
