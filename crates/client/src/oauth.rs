//! Signing in with OAuth 2.1 as a public client: [`SignIn::begin`] returns the URL of the consent page, [`SignIn::finish`]
//! reads the callback URL, and [`SignIn::restore`] finds the [`Session`] again after a reload.
//!
//! Source: docs/platform-api.md, section 5; the OAuth 2.1 draft; RFC 6749, 7591, 7636, 8414, 9207, 9700 and 9728.

mod authorize;
mod callback;
mod endpoint;
mod metadata;
mod pkce;
mod registration;
mod session;
mod sign_in;
mod storage;
mod stored_session;
mod token;

pub use session::Session;
#[cfg(target_arch = "wasm32")]
pub use session::is_remembered;
pub use sign_in::SignIn;
#[cfg(target_arch = "wasm32")]
pub use storage::BrowserStorage;
#[cfg(any(test, all(feature = "native", not(target_arch = "wasm32"))))]
pub use storage::MemoryStorage;
pub use storage::{Lock, Persistence, Storage, StorageArea, StorageBlocked};

pub use crate::error::SignInError;
