//! Cited sources: who owns them, and their charts.

pub mod brand_citations;
pub mod class_trend;
pub mod domain_bars;
pub mod owner;
pub mod trend;
