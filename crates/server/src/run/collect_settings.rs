//! How fast answers are collected.

use std::time::Duration;

use crate::worker::lease::RENEWAL_INTERVAL;

#[derive(Debug, Clone, Copy)]
pub struct CollectSettings {
    /// The maximum number of prompts that stand-ins answer at the same time.
    pub max_concurrency: usize,
    /// The pause before a stand-in is asked, so that a person sees a run progress.
    pub item_pause: Duration,
    /// The pause before the first poll of an accepted question. Each further pause is half as long again.
    pub first_poll: Duration,
    /// The longest pause between two polls.
    pub last_poll: Duration,
    /// How often a lease is renewed while an engine works.
    pub renewal_interval: Duration,
}

impl Default for CollectSettings {
    fn default() -> Self {
        Self {
            max_concurrency: 4,
            item_pause: Duration::from_millis(600),
            first_poll: Duration::from_secs(2),
            last_poll: Duration::from_secs(10),
            renewal_interval: RENEWAL_INTERVAL,
        }
    }
}
