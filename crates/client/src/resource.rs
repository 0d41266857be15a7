//! One module a resource: which operations it has, and what goes in and comes out.

mod answers;
mod brands;
mod credits;
mod keywords;
mod models;
mod organization;
mod prompt_sets;
mod prompts;
mod regions;
mod run_watcher;
mod runs;
mod statistics;
mod words;

pub use answers::Answers;
pub use brands::Brands;
pub use credits::Credits;
pub use keywords::Keywords;
pub use models::Models;
pub use organization::Organizations;
pub use prompt_sets::PromptSets;
pub use prompts::Prompts;
pub use regions::Regions;
pub use run_watcher::RunWatcher;
pub use runs::Runs;
pub use statistics::Statistics;
pub use words::Words;
