//! The processing of runs.

mod answers;
mod brand_tokens;
mod crash;
mod credits;
mod deletion;
mod demo;
mod engine_semaphores;
mod engines;
mod hostile;
mod paid_crash;
mod paid_once;
mod recount;
mod stopped;
mod stops;
mod token_rebuild;
mod workers;
