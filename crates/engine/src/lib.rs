//! Answer engines, which answer the prompts of a run.
//!
//! The server asks an engine through the trait [`AnswerEngine`]. [`Engines`] maps each model to its engine. A
//! [`stand_in`] needs no network: it quotes and cites the documents of a [`Corpus`](corpus::Corpus).
//!
//! - `answer_engine`: the trait and its types.
//! - `failure`: why an engine gave no answer.
//! - [`corpus`]: the documents, and the index that finds them.
//! - [`stand_in`]: the engine without a provider.
//! - `engine_limits`: the limits of an engine.
//! - [`provider`]: adapters of the providers of real answers.
//! - [`config`]: the configuration of providers, models and limits.

mod answer_engine;
pub mod config;
pub mod corpus;
mod engine_limits;
mod failure;
pub mod provider;
pub mod stand_in;

pub use answer_engine::{AnswerEngine, AskOutcome, EngineRequest, Engines, Reply, ServedModel, TaskId};
pub use engine_limits::EngineLimits;
pub use failure::{EngineFailure, FailureAction, FailureClass};
