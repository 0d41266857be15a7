//! Conformance with the Model Context Protocol, by its suite.
//!
//! The scenarios call tools that no product has. So the product's transport is mounted with handlers that have them, and the
//! scenarios that need no such tool run with the product itself. Programs of users run with the product too.
//!
//! A scenario that could test nothing can count as passed. So the number of its successful checks is pinned, and a warning is a failure.

mod authorization;
mod fixture;
mod product;
mod programs;
mod suite;
mod transport;
