//! Signing in and staying signed in, against an authorization server in memory.

mod platform;
mod sessions;
mod signing_in;
