mod metrics;
mod related;
mod suggestions;
