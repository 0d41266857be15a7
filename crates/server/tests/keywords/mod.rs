//! The cache and the errors of keyword data, with a stub for the provider.

mod cache;
mod errors;
pub(crate) mod stub;
