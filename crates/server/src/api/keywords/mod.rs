//! The keyword data resources, one module for each search engine.

pub(super) mod google;
pub(super) mod naver;
