//! The client against the real server, over a real network.
//!
//! The server is the binary `answerdeck`: `$ANSWERDECK_BINARY`, or the one that cargo built beside this test.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod errors;
mod keywords;
mod pacing;
mod paging;
mod platform;
mod resources;
mod runs;
mod signing_in;
mod sites;
