//! Where a session outlives a reload, and the lock that tabs take turns by.

use std::any::Any;

use futures_core::future::LocalBoxFuture;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(any(test, all(feature = "native", not(target_arch = "wasm32"))))]
mod memory;

#[cfg(target_arch = "wasm32")]
pub use browser::BrowserStorage;
#[cfg(any(test, all(feature = "native", not(target_arch = "wasm32"))))]
pub use memory::MemoryStorage;

/// How long a person stays signed in: where the tokens are kept.
///
/// A script that runs in the page, by a fault of the page or of what it loads, can read what the page stores: with an
/// access token it can act as the person for up to an hour, with a refresh token for up to 30 days. The longer the
/// memory, the longer that works; a strict content security policy is what prevents it.
///
/// Source: RFC 10017.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Remember {
    /// In memory: until the page is left or reloaded. Nothing is stored.
    Page,
    /// In `sessionStorage`: until the tab is closed. A duplicated tab copies the tokens; the second of the two to
    /// renew them uses the refresh token again, which ends the session in both.
    #[default]
    Tab,
    /// In `localStorage`: on this device, in every tab, until signing out, or 30 days after signing in.
    Device,
}

impl Remember {
    pub(crate) fn area(self) -> Option<Area> {
        match self {
            Self::Page => None,
            Self::Tab => Some(Area::Tab),
            Self::Device => Some(Area::Device),
        }
    }
}

/// One of the two storages that a page has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Area {
    /// `sessionStorage`: one tab.
    Tab,
    /// `localStorage`: every tab.
    Device,
}

/// The browser does not let the page store anything: cookies are blocked, or the storage is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the browser does not let this page store anything")]
pub struct StorageBlocked;

/// A lock that is held until this is dropped.
pub type Lock = Box<dyn Any>;

/// What a session needs of the browser's storage.
pub trait Storage {
    /// The value of a key. `None` when there is none, or it cannot be read.
    fn get(&self, area: Area, key: &str) -> Option<String>;

    /// Sets the value of a key.
    ///
    /// # Errors
    /// [`StorageBlocked`].
    fn set(&self, area: Area, key: &str, value: &str) -> Result<(), StorageBlocked>;

    /// Takes a key away.
    fn remove(&self, area: Area, key: &str);

    /// Waits for the lock of this name, which one holder has at a time among all tabs.
    fn lock(&self, name: &str) -> LocalBoxFuture<'static, Lock>;
}
