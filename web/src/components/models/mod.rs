//! Models: their names, their routes, and why they are stopped.

pub mod badge;
pub mod list;
