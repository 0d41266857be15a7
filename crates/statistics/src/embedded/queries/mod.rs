//! The queries: each module answers one, or a group, about the answers of a scope, in a few passes over the columns.
//! docs/metrics.md has the formulas of the metrics.

mod alert_movements;
mod alert_rates;
mod answer_matches;
mod brand_count;
mod brands;
mod bucket_counts;
mod calendar;
mod cells;
mod copied;
mod counting;
mod domain_types;
mod leads;
mod lost;
mod movements;
mod next_steps;
mod point;
mod prompts;
mod rankings;
mod rivals;
mod sample;
mod searches;
mod source_changes;
mod source_influence;
mod source_level;
mod source_trend;
mod stability;
mod step;
mod tokens;

pub(crate) use alert_movements::{compare_with_period_before, find_alert_movements, trial_days};
pub(crate) use answer_matches::{describe_answers, match_answers};
pub(crate) use brands::measure_brands;
pub(crate) use counting::{Brands, Counting};
pub(crate) use leads::list_leads;
pub(crate) use movements::list_movements;
pub(crate) use next_steps::find_next_steps;
pub(crate) use prompts::measure_prompts;
pub(crate) use rankings::{rank_fanouts, rank_source_domains, rank_source_urls};
pub(crate) use searches::{list_prompts_without_search, list_unnamed_searches};
pub(crate) use source_changes::list_source_changes;
pub(crate) use source_influence::measure_source_influence;
pub(crate) use source_trend::source_trend;
pub(crate) use tokens::{rank_token_neighbors, rank_tokens};
