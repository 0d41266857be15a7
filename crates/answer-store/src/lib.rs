//! The answers that a browser keeps: each run is read once from the platform, and counted without it from then on.
//!
//! 1. [`AnswerStore::open`] opens a [`Store`] and reads the columns of all kept runs.
//! 2. [`AnswerStore::sync`] starts a [`AnswerSync`]. Each of its steps reads a page; [`AnswerStore::apply`] takes the result.
//! 3. [`AnswerStore::select`] selects the answers of a scope, to count with [`answerdeck_insight`].
//! 4. [`AnswerStore::track`] tracks brands, and [`AnswerStore::search`] searches the texts for them.
//!
//! docs/decisions/0050-kept-answers.md has the reasons.

mod answer_list_reader;
mod answer_store;
mod archive;
mod brand_names;
mod brand_search;
mod compression;
mod error;
mod kept_run;
mod list_state;
mod prompt_set_search;
mod prompt_sets;
mod record;
mod run_checker;
mod run_list_reader;
mod run_reader;
mod sorted;
mod store;
mod sync;
mod sync_event;
#[cfg(test)]
mod tests;
mod texts;

pub use answer_store::{AnswerStore, SearchedTexts, SelectError, TextPlace, TrackError};
pub use archive::{Opening, RECORD_VERSION};
pub use compression::{Compression, CompressionError, Uncompressed};
pub use error::{ArchiveError, SyncError, Unreadable};
pub use sorted::SortedSet;
pub use store::{BATCH_BYTES, Changes, MemoryStore, OverflowStore, Records, Store, StoreError};
pub use sync::{AnswerSync, SyncMode};
pub use sync_event::{AnswersListed, NewlyKept, Progress, RunsListed, SyncEvent};
