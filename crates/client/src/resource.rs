//! The operations of each resource, one module per resource.

mod alert_rules;
mod alerts;
mod answers;
mod brands;
mod credits;
mod keywords;
mod metrics;
mod models;
mod organization;
mod prompt_sets;
mod prompts;
mod regions;
mod runs;
mod site_keyword_analyses;
mod statistics;
mod watcher;
mod words;

pub use alert_rules::AlertRules;
pub use alerts::Alerts;
pub use answers::Answers;
pub use brands::Brands;
pub use credits::Credits;
pub use keywords::Keywords;
pub use metrics::Metrics;
pub use models::Models;
pub use organization::Organizations;
pub use prompt_sets::PromptSets;
pub use prompts::Prompts;
pub use regions::Regions;
pub use runs::Runs;
pub use site_keyword_analyses::SiteKeywordAnalyses;
pub use statistics::Statistics;
pub use watcher::{RunProgress, SiteKeywordAnalysisProgress, Watchable, Watcher};
pub use words::Words;
