//! Unit tests of the whole client, against a scripted network on a virtual clock.

mod calls;
#[cfg(not(target_arch = "wasm32"))]
mod damage;
mod faults;
#[cfg(not(target_arch = "wasm32"))]
mod hostile_responses;
mod idempotency_keys;
mod oauth;
mod pacing;
mod paging;
mod watching;
