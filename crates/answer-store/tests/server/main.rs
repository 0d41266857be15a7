//! Kept answers against the real server over a real network.
//!
//! The server is the binary `$ANSWERDECK_BINARY`, or else the `answerdeck` binary that cargo built next to this test.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod deflate;
mod rankings;
#[path = "../../../client/tests/server/test_server.rs"]
#[allow(dead_code, reason = "the tests of the client use more of it")]
mod test_server;
