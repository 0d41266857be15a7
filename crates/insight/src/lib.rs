//! What texts say about brands, and which pages are theirs. Pure computation without I/O, natively and in WebAssembly.
//!
//! - [`MentionFinder`] finds the brands in a text, [`PhraseFinder`] any phrase.
//! - [`CitedPage`] tells which addresses are one page, and [`owned_site`] whose part of a site it is in.
//! - [`BrandSites`] finds the brands that a page belongs to, and [`SiteAddress`] compares a page with a website.
//! - [`Rate`] and [`Sample`] say how far a number can be trusted. docs/metrics.md has the formulas.

mod address_lists;
mod brand_sites;
mod mention;
mod page_address;
mod rate;
mod shared_site;
mod site_address;
mod sorting;

pub use brand_sites::BrandSites;
pub use mention::{Mention, MentionFinder, PhraseFinder, TooManyNames, affected_names, other_spellings};
pub use page_address::{CitedPage, leads_to};
pub use rate::{DIRECTIONAL_ANSWERS, DIRECTIONAL_PROMPTS, Interval, Rate, Sample, Tier};
pub use shared_site::owned_site;
pub use site_address::SiteAddress;
pub use sorting::{sort_by, sort_by_key};
