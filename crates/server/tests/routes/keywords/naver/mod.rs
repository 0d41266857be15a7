mod metrics;
mod related;
mod suggestions;
mod trend;
