//! Answer engines, which answer the prompts of a run through the trait [`AnswerEngine`]. [`Engines`] maps each model to its
//! engine: the adapter of a [`provider`], as the [`config`] says, or a [`stand_in`], which needs no network: it quotes and
//! cites the documents of a [`Corpus`](corpus::Corpus).

mod answer_engine;
pub mod config;
pub mod corpus;
mod failure;
pub mod provider;
pub mod stand_in;

pub use answer_engine::{AnswerEngine, AskOutcome, EngineLimits, EngineRequest, Engines, Reply, ServedModel, TaskId};
pub use failure::{EngineFailure, FailureAction, FailureClass};
