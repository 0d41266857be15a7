//! The statistics of answers: rankings, metrics of brands, and the answers that meet a condition. [`Statistics`] is the seam:
//! one call for one complete answer. [`Embedded`] implements it with columns in the database of the server, of which ClickHouse
//! counts copies if there is one.
//!
//! What reads texts is not in the trait, nor are limits of requests.

mod alert;
mod answer;
mod backfill;
mod embedded;
mod error;
mod next_step;
mod page;
pub mod scope;
mod sides;
mod statistics;

pub use answerdeck_clickhouse::{ClickHouse, ClickHouseError, ServerUrl};

pub use alert::{
    AlertCondition, AlertRate, FailedItems, FoundMovement, FoundMovements, FoundOutage, JudgedBrand, TimeBuckets,
    TrialDay, TrialDays,
};
pub use answer::{AnswerContent, AnswerRemoval, AnswerTokens, Fact, TextAnalysis};
pub use backfill::{BackfillBlock, BackfillTarget, BrandDefinitions};
// The columns are public for tests, which compare them with the stored texts.
pub use embedded::{Embedded, columns};
pub use error::{StatisticsError, StatisticsResult};
pub use next_step::{FoundStep, FoundSteps, TextsAboutOthers};
pub use page::{PageRange, PromptPage};
pub use sides::{Side, Sides};
pub use statistics::{CopyCounts, Queries, Statistics};
