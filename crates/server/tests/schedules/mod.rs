//! Due times of schedules: each one starts exactly one run, or has one stated reason.

mod downtime;
mod killed;
mod outcomes;
mod year;
