//! Signing in and sessions, against an authorization server in memory.

mod fake_platform;
mod sessions;
mod sign_in;
