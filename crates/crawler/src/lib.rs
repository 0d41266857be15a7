//! A crawler for one site at a time, and the keyword candidates of its pages. A [`Crawl`] fetches robots.txt, waits between two
//! requests, and reads one page at a time, by guarded HTTP. Parsing a page and finding [`keywords`] are synchronous and keep
//! their thread busy.

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
