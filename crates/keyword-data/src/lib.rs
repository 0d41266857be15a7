//! Providers of keyword data: how often people search for a keyword on Google and Naver, and what else they search for. The
//! traits [`GoogleKeywords`] and [`NaverKeywords`] describe a provider; [`dataforseo`] and [`naver`] are adapters, and
//! [`sample`] has invented data. Caching and the wire format are up to the caller.

mod batches;
mod client;
pub mod dataforseo;
mod keyword;
mod months;
pub mod naver;
mod provider;
pub mod sample;

pub use keyword::{keyword_key, normalized};
pub use months::last_complete_months;
pub use provider::{
    ByKeyword, GoogleKeywords, KeywordError, KeywordProviders, KeywordResults, Market, NaverKeywords, RelatedKeywords,
    RelatedKind,
};
