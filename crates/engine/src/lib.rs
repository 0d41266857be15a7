//! Answer engines, which answer the prompts of a run.
//!
//! The server asks an engine through the trait [`AnswerEngine`]. [`Engines`] maps each model to its engine. The embedded
//! engine in [`local`] needs no network: it quotes and cites the documents of a [`Corpus`](corpus::Corpus).
//!
//! - `answer_engine`: the trait and its types.
//! - `failure`: why an engine gave no answer.
//! - [`corpus`]: the documents, and the index that finds them.
//! - [`local`]: the embedded engine.
//! - `route_limits`: the limits of an engine.
//! - [`provider`]: adapters of the providers of real answers.
//! - [`config`]: the configuration of providers, models and limits.

mod answer_engine;
pub mod config;
pub mod corpus;
mod failure;
pub mod local;
pub mod provider;
mod route_limits;

pub use answer_engine::{AnswerEngine, AskOutcome, EngineRequest, Engines, Reply, ServedModel, TaskId};
pub use failure::{EngineFailure, FailureAction, FailureClass};
pub use route_limits::RouteLimits;
