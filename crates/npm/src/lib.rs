//! The client for JavaScript, behind the modules of `crates/npm/js`.
//!
//! WebAssembly signs in, paces, retries, reads lists and watches. Bodies stay texts of JavaScript: `JSON.parse` reads them, and
//! `shape.js` checks them with tables that are made from the wire types.
#![warn(missing_docs)]
#![cfg(target_arch = "wasm32")]

mod abort;
mod core;
mod error;
mod exchange;
mod language;
mod list_reader;
mod session;
mod watch;
