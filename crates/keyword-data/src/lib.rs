//! Providers of keyword data: how often people search for a keyword on Google and Naver, and what else they search for.
//!
//! The traits [`GoogleKeywords`] and [`NaverKeywords`] describe a provider. This crate has an adapter for each provider, and
//! a sample provider with invented data. Caching and the wire format are up to the caller.
//!
//! - `provider`: the traits, their types and errors.
//! - `keyword`: the forms of a keyword.
//! - `batches`: many keywords, a batch at a time.
//! - `months`: calendar months.
//! - [`dataforseo`]: Google keyword data from DataForSEO Labs.
//! - [`naver`]: Naver keyword data from Naver Search Ad and Naver DataLab.
//! - [`sample`]: invented data for both search engines.
//! - `client`: the HTTP client of the adapters.

mod batches;
mod client;
pub mod dataforseo;
mod keyword;
mod months;
pub mod naver;
mod provider;
pub mod sample;

pub use keyword::{keyword_key, normalized};
pub use months::{Month, last_complete_months};
pub use provider::{
    ByKeyword, GoogleKeywords, KeywordError, KeywordProviders, KeywordResults, Market, NaverKeywords, ProviderFuture,
    RelatedKeywords, RelatedKind,
};
