//! The metrics of brands, prompts, sources and searches: each module answers one question about the answers of a scope, in one
//! or two passes over the columns. docs/metrics.md has the formulas.

mod answer_matches;
mod brand_count;
mod brand_preview;
mod brands;
mod calendar;
mod cells;
mod counting;
mod leads;
mod movements;
mod point;
mod prompts;
mod sample;
mod searches;
mod source_changes;
mod source_influence;
mod source_level;
mod source_trend;
mod stability;
mod text_search;

pub(crate) use answer_matches::{details_of, matching_answers, named_brands};
pub(crate) use brand_preview::brand_preview;
pub(crate) use brands::brand_metrics;
pub(crate) use leads::leads;
pub(crate) use movements::movements;
pub(crate) use prompts::prompt_metrics;
pub(crate) use searches::{prompts_without_search, unnamed_searches};
pub(crate) use source_changes::source_changes;
pub(crate) use source_influence::source_influence;
pub(crate) use source_trend::source_trend;
pub(crate) use text_search::search_texts;
