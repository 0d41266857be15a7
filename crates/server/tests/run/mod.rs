//! The processing of runs.

mod answers;
mod brand_tokens;
mod crash;
mod credits;
mod deletion;
mod demo;
mod engines;
mod hostile;
mod token_rebuild;
mod workers;
