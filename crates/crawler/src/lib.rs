//! A crawler for one site at a time, and the keyword candidates of its pages.
//!
//! A [`Crawl`] fetches robots.txt, waits between two requests, and reads one page at a time. Every connection goes through
//! one connector, which checks the address that it connects to against the [`NetworkPolicy`], whatever name or redirect led
//! there. Parsing a page and finding keywords are synchronous and keep their thread busy.
//!
//! - `crawl`: the crawl of a site.
//! - `document`: a JSON document of another site.
//! - `plan`: which pages of a site are read.
//! - `scope`: which URLs can be visited, and which belong to one site.
//! - `robots`: the rules of robots.txt.
//! - `network`: HTTP within the network policy and the limits.
//! - `page`: the text and links of a page.
//! - [`keywords`]: keyword candidates.
//! - `limits`: the limits of a crawl.
//! - `cpu`: work that keeps a thread busy.
//! - `error`: why a page was not read.

mod cpu;
mod crawl;
mod document;
mod error;
pub mod keywords;
mod limits;
mod network;
mod page;
mod plan;
mod robots;
mod scope;

pub use crawl::{Crawl, Crawler};
pub use document::{Document, DocumentError, DocumentFetcher, DocumentLimits};
pub use error::PageError;
pub use limits::CrawlLimits;
pub use network::{CertificateRoots, CertificateRootsError, NetworkPolicy, Resolver};
pub use page::{FetchedPage, Page, PageText, TEXT_CHARS_MAX, TITLE_CHARS_MAX, TextBlock};
pub use plan::{CrawlPlan, PlannedPage};
pub use scope::URL_BYTES_MAX;
