//! The processing of runs.

mod answers;
mod brand_facts;
mod brand_tokens;
mod claims;
mod crash;
mod credits;
mod deletion;
mod demo;
mod engine_permits;
mod engines;
mod failures;
mod free_stand_ins;
mod hostile;
mod moved_models;
mod paid_crash;
mod paid_once;
mod recount;
mod stopped;
mod stops;
mod token_rebuild;
mod workers;
