//! Signing in with OAuth 2.1, as a public client: a page in a browser keeps no secret.
//!
//! [`SignIn::begin`] gives the address to send the user to, [`SignIn::finish`] reads the address that they come back
//! to, and [`SignIn::restore`] finds the [`Session`] again after a reload. A session renews itself.
//!
//! Source: docs/platform-api.md, section 5; the OAuth 2.1 draft; RFC 6749, 7591, 7636, 8414, 9207, 9700 and 9728.

mod authorize;
mod callback;
mod endpoint;
mod metadata;
mod pkce;
mod problem;
mod registration;
mod session;
mod sign_in;
mod storage;
#[cfg(test)]
mod tests;
mod token;

pub use problem::SignInProblem;
pub use session::Session;
pub use sign_in::SignIn;
#[cfg(target_arch = "wasm32")]
pub use storage::BrowserStorage;
#[cfg(any(test, all(feature = "native", not(target_arch = "wasm32"))))]
pub use storage::MemoryStorage;
pub use storage::{Area, Lock, Remember, Storage, StorageBlocked};
