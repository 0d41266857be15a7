//! What texts say about brands, which pages are theirs, how far a number can be trusted, and what alerts and digests say. Pure
//! computation without I/O, natively and in WebAssembly. docs/metrics.md has the formulas.

mod address_lists;
mod alert_text;
mod brand_sites;
mod digest_text;
#[cfg(not(target_arch = "wasm32"))]
mod domain;
#[cfg(not(target_arch = "wasm32"))]
mod domain_type;
#[cfg(not(target_arch = "wasm32"))]
mod mention;
mod movement;
mod new_source;
#[cfg(not(target_arch = "wasm32"))]
mod nothing_found;
mod page_address;
mod rank;
mod rate;
mod rich_text;
mod site_address;

pub use alert_text::{alert_fired, alert_text};
pub use brand_sites::BrandSites;
pub use digest_text::{DigestLine, DigestPage, DigestText, outcome_text};
#[cfg(not(target_arch = "wasm32"))]
pub use domain::{named_domain, named_source, root_domain};
#[cfg(not(target_arch = "wasm32"))]
pub use domain_type::{listed_domain_type, listed_domains};
#[cfg(not(target_arch = "wasm32"))]
pub use mention::{BrandNames, Mention, MentionFinder, PhraseFinder, TooManyNames, affected_names, other_spellings};
pub use movement::{Confidence, Movement, Pair, PromptMovement, is_repetition, moved_most};
pub use new_source::most_cited_new;
#[cfg(not(target_arch = "wasm32"))]
pub use nothing_found::{says_nothing_found, sentence_ends};
pub use page_address::{CitedPage, leads_to, without_fragment_and_tracking};
pub use rank::{lead, rank};
pub use rate::{DIRECTIONAL_ANSWERS, DIRECTIONAL_PROMPTS, is_significantly_higher, points, rate, rounded, sample};
pub use rich_text::{RichText, Span, Writer};
pub use site_address::{SiteAddress, brand_with_website, owned_site, owns_domain, owns_page};
