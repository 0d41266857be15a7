//! How fast answers are collected.

use std::time::Duration;

use answerdeck_database::entity::answer;

#[derive(Debug, Clone, Copy)]
pub struct CollectSettings {
    /// The maximum number of prompts that stand-ins answer at the same time.
    pub max_concurrency: usize,
    /// The shortest pause before a stand-in is asked.
    pub min_pause: Duration,
    /// The longest pause before a stand-in is asked.
    pub max_pause: Duration,
    /// The pause before the first poll of an accepted question. Each further pause is half as long again.
    pub first_poll: Duration,
    /// The longest pause between two polls.
    pub last_poll: Duration,
    /// How often a lease is renewed while an engine works.
    pub renewal_interval: Duration,
}

/// Pauses a fraction of a second before each answer of a stand-in, so that a person sees a run progress.
impl Default for CollectSettings {
    fn default() -> Self {
        Self {
            max_concurrency: 4,
            min_pause: Duration::from_millis(300),
            max_pause: Duration::from_millis(900),
            first_poll: Duration::from_secs(2),
            last_poll: Duration::from_secs(10),
            renewal_interval: Duration::from_secs(30),
        }
    }
}

impl CollectSettings {
    /// The pause is the same for every attempt at an answer, and is spread over the answers by the random bits of their
    /// ids.
    pub(super) fn pause_before(self, answer: &answer::Model) -> Duration {
        let digit = answer.id.bytes().next_back().unwrap_or_default();
        let span = self.max_pause.saturating_sub(self.min_pause);
        self.min_pause + span.mul_f64(f64::from(digit % 16) / 15.0)
    }
}
