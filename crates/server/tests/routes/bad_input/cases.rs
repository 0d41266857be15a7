//! All rejected requests.

use super::{
    Case, answers, bodies, brands, domain_types, keywords, lists, prompt_sets, prompts, proper_nouns, runs,
    saved_views, site_keyword_analyses, statistics, webhooks,
};

/// Returns a JSON string of `count` Hangul syllables.
pub(super) fn hangul(count: usize) -> String {
    format!("\"{}\"", "가".repeat(count))
}

pub(super) fn cases() -> Vec<Case> {
    [
        prompt_sets::cases(),
        prompts::prompts(),
        prompts::bulk_prompts(),
        runs::cases(),
        lists::cases(),
        answers::answers(),
        answers::counts(),
        statistics::statistics(),
        brands::cases(),
        keywords::google(),
        keywords::naver(),
        site_keyword_analyses::cases(),
        proper_nouns::cases(),
        webhooks::cases(),
        domain_types::cases(),
        saved_views::cases(),
        statistics::tokens(),
        bodies::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
