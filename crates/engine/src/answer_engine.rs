//! The trait of answer engines, and its types.

use std::sync::Arc;

use answerdeck_api::{Model, ModelCode, Source};
use futures_util::future::BoxFuture;
use jiff::Timestamp;

/// The request to an engine: a prompt, its region and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineRequest {
    /// The prompt.
    pub query: String,
    /// The region it is asked from, ISO 3166-1 alpha-2.
    pub region: String,
    /// The time it is asked at. The answer contains nothing published later.
    pub asked_at: Timestamp,
}

/// An answer with its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The answer in Markdown.
    pub content: String,
    /// The cited sources, in the order of the answer.
    pub sources: Vec<Source>,
    /// The searches that the engine ran, in order.
    pub fanouts: Vec<String>,
}

/// Why an engine could not answer. A retry may help.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct EngineError(pub String);

/// Answers questions as one model.
pub trait AnswerEngine: Send + Sync {
    /// Answers a question. `None` when the model has no answer.
    ///
    /// # Errors
    /// Returns an error if the engine could not be reached.
    fn answer<'a>(&'a self, question: &'a EngineRequest) -> BoxFuture<'a, Result<Option<Reply>, EngineError>>;
}

/// A model and its engine.
#[derive(Clone)]
pub struct ServedModel {
    /// The model's code.
    pub code: ModelCode,
    /// Its display name. The name of a stand-in says so.
    pub name: String,
    /// The engine that answers as this model.
    pub engine: Arc<dyn AnswerEngine>,
}

/// Maps each model to its engine; empty by default. Clones share the engines.
#[derive(Clone, Default)]
pub struct Engines(Arc<[ServedModel]>);

impl Engines {
    /// The engines of these models. [`Engines::models`] keeps the order.
    pub fn new(served: Vec<ServedModel>) -> Self {
        Self(served.into())
    }

    /// The models in order.
    pub fn models(&self) -> Vec<Model> {
        self.0.iter().map(|served| Model { code: served.code.clone(), name: served.name.clone() }).collect()
    }

    /// The engine of `model`. `None` when there is none.
    pub fn of(&self, model: &ModelCode) -> Option<&dyn AnswerEngine> {
        self.0.iter().find(|served| served.code == *model).map(|served| served.engine.as_ref())
    }
}
