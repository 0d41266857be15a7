//! Unit tests of the whole client, against a scripted network on a virtual clock.

mod calls;
mod oauth;
mod pacing;
mod paging;
mod watching;
