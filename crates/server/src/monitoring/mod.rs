//! What monitoring reads: whether the server works, and its measurements for Prometheus.

pub(crate) mod health;
pub mod scrape;
