//! The processing of runs.

mod answers;
mod crash;
mod credits;
mod demo;
mod engines;
mod hostile;
mod workers;
