//! The statistics of answers: rankings, metrics of brands, and the answers that meet a condition.
//!
//! [`Statistics`] is the seam. Its methods are the queries that the API asks, and the writes that keep the answers to them true.
//! [`Embedded`] implements it with columns in the database of the server; a database server for analytics could stand behind it,
//! too. Nothing here knows HTTP.

mod answer;
mod backfill;
mod embedded;
mod error;
mod moved;
mod next_step;
mod page;
pub mod scope;
mod statistics;

pub use answer::{AnswerContent, AnswerRemoval, AnswerTokens, Fact, TextAnalysis};
pub use backfill::{BackfillBlock, BackfillTarget, BrandDefinitions};
// The columns are public for tests, which compare them with the stored texts.
pub use embedded::{Embedded, columns};
pub use error::{StatisticsError, StatisticsResult};
pub use moved::{
    FailedItems, FoundOutage, JudgedBrand, MovedDay, MovedDays, MovedRate, MovedRates, TimeBuckets, Watch, Watched,
};
pub use next_step::{FoundStep, FoundSteps, TextsAboutOthers};
pub use page::{MatchingAnswers, PageRange, PromptPage, PromptsWithoutSearch};
pub use statistics::Statistics;
