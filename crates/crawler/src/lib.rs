//! A crawler for one site at a time, and the keyword candidates of its pages.
//!
//! A [`Crawl`] fetches robots.txt, waits between two requests, and reads one page at a time, by guarded HTTP. Parsing a page and
//! finding keywords are synchronous and keep their thread busy.
//!
//! - `crawl`: the crawl of a site.
//! - `plan`: which pages of a site are read.
//! - `scope`: which URLs belong to one site.
//! - `robots`: the rules of robots.txt.
//! - `cookies`, `host_delays`: what a crawl remembers of hosts.
//! - `page`: the text and links of a page.
//! - [`keywords`]: keyword candidates.
//! - `limits`: the limits of a crawl.
//! - `cpu`: work that keeps a thread busy.
//! - `error`: why a page was not read.

mod cookies;
mod cpu;
mod crawl;
mod error;
mod host_delays;
pub mod keywords;
mod limits;
mod page;
mod plan;
mod robots;
mod scope;

pub use crawl::{Crawl, Crawler};
pub use error::PageError;
pub use limits::CrawlLimits;
pub use page::{FetchedPage, Page, PageText, TEXT_CHARS_MAX, TITLE_CHARS_MAX, TextBlock};
pub use plan::{CrawlPlan, PlannedPage};
