//! Signing in and sessions, against an authorization server in memory.

mod platform;
mod sessions;
mod sign_in;
