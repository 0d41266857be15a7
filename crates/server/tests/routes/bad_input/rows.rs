//! The table.

use super::{Row, answers, bodies, brands, keywords, lists, prompt_sets, prompts, runs, sites, statistics, words};

/// How a detail about a malformed id begins.
pub(super) const INVALID_ID: &str = "PLATFORM_INVALID_ID";

/// A JSON text of so many Hangul syllables.
pub(super) fn hangul(count: usize) -> String {
    format!("\"{}\"", "가".repeat(count))
}

pub(super) fn rows() -> Vec<Row> {
    [
        prompt_sets::rows(),
        prompts::prompts(),
        prompts::bulk_prompts(),
        runs::rows(),
        lists::rows(),
        answers::answers(),
        answers::counts(),
        statistics::statistics(),
        brands::rows(),
        keywords::google(),
        keywords::naver(),
        sites::rows(),
        words::rows(),
        statistics::tokens(),
        bodies::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
