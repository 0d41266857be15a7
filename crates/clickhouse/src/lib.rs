//! Copies of answers in ClickHouse, and counts of them.
//!
//! A copy has the answers of a part of the columns as they were, and never changes. The database of the platform knows which copies are
//! valid, and each query names those that it counts. So a copy that is outdated, unfinished or stored twice is never counted.
//!
//! Each server is a shard. A query runs on all that have copies of its answers, and fails if one of them does. The caller adds up
//! their rows. The SQL is also that of ClickHouse 18.16, the release in Debian.

mod answer_counts;
mod brand_counts;
mod copy;
mod matches;
mod name_counts;
mod selection;
mod server;

pub use answer_counts::{AnswerCount, Keys, Periods};
pub use brand_counts::{BrandCount, BrandPair, Position};
pub use copy::CopiedAnswer;
pub use name_counts::{NameColumn, NameCount, NameIds, SourceFilter};
pub use selection::{Conditions, CopiedSelection, Copies, Filter};
pub use server::{ClickHouse, ClickHouseError, ServerUrl};
