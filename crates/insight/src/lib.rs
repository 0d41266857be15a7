//! What texts say about brands, and which pages are theirs. Pure computation without I/O, natively and in WebAssembly.
//!
//! - [`MentionFinder`] finds the brands in a text, [`PhraseFinder`] any phrase.
//! - [`BrandSites`] finds the brands that a page belongs to, and [`SiteAddress`] compares a page with a website.
//! - [`Rate`] and [`Sample`] say how far a number can be trusted. docs/metrics.md has the formulas.

mod brand_sites;
mod mention;
mod rate;
mod site_address;
mod sorting;

pub use brand_sites::BrandSites;
pub use mention::{Mention, MentionFinder, PhraseFinder, TooManyNames, affected_names};
pub use rate::{DIRECTIONAL_ANSWERS, DIRECTIONAL_PROMPTS, Interval, Rate, Sample, Tier};
pub use site_address::SiteAddress;
pub use sorting::{sort_by, sort_by_key};
