//! What the answers of an organization say about brands, and what they cite: mentions in texts, metrics and rankings.
//!
//! Pure computation without I/O, natively and in WebAssembly. A history of 100,000 answers fits in the memory of a
//! browser, and a change of the scope is recounted in milliseconds. docs/metrics.md has the formula of every metric.
//!
//! 1. [`MentionFinder`] finds the brands in a text, [`PhraseFinder`] any phrase.
//! 2. [`encode_answers`] and [`encode_named_brands`] make a block of bytes for each run, to store.
//! 3. [`AnswerTable::put`] and [`TrackedBrands::put`] read the blocks.
//! 4. [`AnswerTable::select`] selects the answers of a scope, and [`TrackedBrands::over`] adds the brands in them.
//! 5. Methods of [`Selection`] and [`BrandSelection`] count. [`Selection::by_run`] and [`Selection::by_period`] split a
//!    selection into points of a trend, and [`Comparison`] explains a change between two selections.

mod asked_model;
mod block;
mod brand_sites;
mod brands;
mod breakdown;
mod change;
mod citations;
mod dictionary;
mod envelope;
mod groups;
mod interner;
mod matching_answers;
mod mention;
mod moved_prompts;
mod named_brands;
mod ragged_array;
mod ranking;
mod rate;
mod sample_change;
mod selection;
mod series;
mod site_address;
mod sorting;
mod stability;
mod table;
mod unix_time;
mod visibility;

pub use block::{EncodeError, encode_answers};
pub use brand_sites::BrandSites;
pub use brands::{BrandSelection, NamedBrandsError, TrackedBrands, Unsearched};
pub use breakdown::{AnswerCell, PromptRate, UnnamedSearches};
pub use change::{Change, Comparison};
pub use citations::{BrandCondition, Citations, NamedAndCited, SourceClasses};
pub use envelope::BlockError;
pub use interner::TableFull;
pub use matching_answers::{CitationCounts, PromptSearches};
pub use mention::{Mention, MentionFinder, PhraseFinder, TooManyNames, affected_names};
pub use moved_prompts::MovedPrompts;
pub use named_brands::encode_named_brands;
pub use rate::{DIRECTIONAL_ANSWERS, DIRECTIONAL_PROMPTS, Interval, Rate, Sample, Tier};
pub use sample_change::SampleChange;
pub use selection::Selection;
pub use series::{Period, PeriodPoint, PeriodSeries, RunPoint};
pub use site_address::SiteAddress;
pub use sorting::{sort_by, sort_by_key};
pub use stability::{Reproducibility, STABILITY_PAIRS_MIN, SourceLevel, SourceStability};
pub use table::{AnswerTable, Compaction, PutError, StoredRun};
pub use time::Date;
pub use unix_time::InvalidTime;
pub use visibility::{FirstPosition, ShareOfVoice, Visibility};
