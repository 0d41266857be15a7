//! The limits of an engine.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineLimits {
    /// The maximum number of questions that are asked at the same time.
    pub max_concurrency: usize,
    /// The maximum spend of a UTC day, in millionths of a US dollar. Absent for an engine that costs nothing.
    pub spend_per_day: Option<u64>,
    /// The estimated cost of an answer, in millionths of a US dollar, until the provider says what it billed.
    pub estimated_cost: u64,
}

/// Four questions at the same time, and no cost.
impl Default for EngineLimits {
    fn default() -> Self {
        Self { max_concurrency: 4, spend_per_day: None, estimated_cost: 0 }
    }
}
