//! The statistics of answers: rankings, metrics of brands, and the answers that meet a condition.
//!
//! [`Statistics`] is the seam. Its methods are the queries that the API asks, one call for one complete answer, and the writes that
//! keep the answers to them true. [`Embedded`] implements it with columns in the database of the server: one process counts a million
//! answers in about a second. A database server for analytics could stand behind it, too. It could not call a closure for each answer,
//! and a trait of scans or of aggregates would fix how an implementation counts. Nothing here knows HTTP.
//!
//! What reads texts is not in the trait: the count of answers by terms, the search for a phrase, and the preview of a brand. Nor are
//! limits of requests: the server decides how many queries run at a time.

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
pub use page::{PageRange, PromptPage};
pub use statistics::{Queries, Statistics};
