//! Tests of the client against the real server over a real network.
//!
//! The server is the binary `$ANSWERDECK_BINARY`, or else the `answerdeck` binary that cargo built next to this test.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod errors;
mod idempotency_keys;
mod keywords;
mod pacing;
mod paging;
mod resources;
mod runs;
mod sign_in;
mod site_keyword_analyses;
mod test_server;
