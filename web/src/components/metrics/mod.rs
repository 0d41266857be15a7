//! Metrics with what they were counted from, and the periods of their trends.

pub mod periods;
pub mod rates;
pub mod trends;
