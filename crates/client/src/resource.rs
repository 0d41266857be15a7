//! The operations of each resource.

mod alerts;
mod answers;
mod brands;
mod digests;
mod domain_types;
mod keywords;
mod metrics;
mod organization;
mod prompt_sets;
mod prompts;
mod runs;
mod saved_views;
mod schedules;
mod site_keyword_analyses;
mod statistics;
mod watcher;
mod webhooks;
mod words;

pub use alerts::{AlertRules, Alerts};
pub use answers::Answers;
pub use brands::Brands;
pub use digests::Digests;
pub use domain_types::DomainTypes;
pub use keywords::Keywords;
pub use metrics::Metrics;
pub use organization::{Credits, Models, Organizations, Regions};
pub use prompt_sets::PromptSets;
pub use prompts::Prompts;
pub use runs::Runs;
pub use saved_views::SavedViews;
pub use schedules::Schedules;
pub use site_keyword_analyses::SiteKeywordAnalyses;
pub use statistics::Statistics;
pub use watcher::{Progress, Watchable, Watcher};
pub use webhooks::Webhooks;
pub use words::Words;
