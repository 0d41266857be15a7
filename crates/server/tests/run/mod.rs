//! Runs while they are worked on.

mod answers;
mod crash;
mod credits;
mod demo;
mod engines;
mod hostile;
mod workers;
