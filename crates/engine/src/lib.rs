//! Answer engines, which answer the prompts of a run.
//!
//! The server asks an engine through the trait [`AnswerEngine`]. [`Engines`] maps each model to its engine. The embedded
//! engine in [`local`] needs no network: it quotes and cites the documents of a [`Corpus`](corpus::Corpus).
//!
//! - `answer_engine`: the trait and its types.
//! - [`corpus`]: the documents, and the index that finds them.
//! - [`local`]: the embedded engine.

mod answer_engine;
pub mod corpus;
pub mod local;

pub use answer_engine::{AnswerEngine, EngineError, EngineRequest, Engines, Reply, ServedModel};
