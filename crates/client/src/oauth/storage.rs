//! The storage that keeps a session across reloads, and the lock that tabs share.

use futures_core::future::LocalBoxFuture;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(any(test, all(feature = "native", not(target_arch = "wasm32"))))]
mod memory;

#[cfg(target_arch = "wasm32")]
pub use browser::BrowserStorage;
#[cfg(any(test, all(feature = "native", not(target_arch = "wasm32"))))]
pub use memory::MemoryStorage;

pub use crate::transport::Lock;

/// Where the tokens of a session are stored, and so how long the user stays signed in.
///
/// A malicious script in the page can read stored tokens. With an access token it can act as the user for up to an hour,
/// with a refresh token for up to [`REFRESH_TOKEN_SECONDS`](answerdeck_api::limits::REFRESH_TOKEN_SECONDS): 30 days. Longer
/// persistence makes such an attack possible for longer. A strict content security policy prevents it.
///
/// Source: RFC 10017.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Persistence {
    /// In memory, until the user leaves or reloads the page. Nothing is stored.
    #[serde(rename = "page")]
    Memory,
    /// In `sessionStorage`, until the user closes the tab. Duplicating the tab copies the tokens. When the second of the
    /// two tabs renews its token, it reuses the refresh token, which ends the session in both.
    Tab,
    /// In `localStorage`, for every tab on this device, until the user signs out or the refresh token expires, 30 days after
    /// signing in. The default: a link that is opened in a new tab needs no sign-in.
    #[default]
    Device,
}

impl Persistence {
    /// Reads the stored name. Any other one is read as the tab.
    pub(crate) fn from_stored(name: &str) -> Self {
        match name {
            "page" => Self::Memory,
            "device" => Self::Device,
            _ => Self::Tab,
        }
    }

    pub(crate) fn area(self) -> Option<StorageArea> {
        match self {
            Self::Memory => None,
            Self::Tab => Some(StorageArea::Tab),
            Self::Device => Some(StorageArea::Device),
        }
    }
}

/// One of the two storage areas of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StorageArea {
    /// `sessionStorage`, for one tab.
    Tab,
    /// `localStorage`, for every tab.
    Device,
}

/// The browser blocks storage for the page, because cookies are blocked or the storage is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the browser blocks storage for this page")]
pub struct StorageBlocked;

/// The storage and the lock that a session needs.
pub trait Storage {
    /// Returns the value of a key. `None` when it is missing or cannot be read.
    fn get(&self, area: StorageArea, key: &str) -> Option<String>;

    /// Sets the value of a key.
    fn set(&self, area: StorageArea, key: &str, value: &str) -> Result<(), StorageBlocked>;

    /// Removes a key.
    fn remove(&self, area: StorageArea, key: &str);

    /// Waits for the lock of this name. Only one holder among all tabs has it at a time.
    fn lock(&self, name: &str) -> LocalBoxFuture<'static, Lock>;
}
