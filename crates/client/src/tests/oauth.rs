//! Signing in and sessions, against an authorization server in memory.

mod fake_platform;
#[cfg(not(target_arch = "wasm32"))]
mod hostile_documents;
mod sessions;
mod sign_in;
