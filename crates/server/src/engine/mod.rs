//! Answer engines: whom a run asks.

pub mod local;

use std::sync::Arc;

use answerdeck_api::{Model, ModelCode, Source};
use futures_util::future::BoxFuture;
use jiff::Timestamp;

/// What an engine is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The prompt.
    pub query: String,
    /// Where it is asked from, ISO 3166-1 alpha-2.
    pub region: String,
    /// When it is asked: nothing published later may be in the answer.
    pub asked_at: Timestamp,
}

/// What an engine answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The answer, Markdown.
    pub content: String,
    /// Every source that it cites, in its order.
    pub sources: Vec<Source>,
    /// Every search that it ran, in its order.
    pub fanouts: Vec<String>,
}

/// Why an engine could not be asked. The item may be tried again.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct EngineError(pub String);

/// Answers questions as one model.
pub trait Engine: Send + Sync {
    /// Asks. `None` when the model has no answer.
    ///
    /// # Errors
    /// When it could not be asked.
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Result<Option<Reply>, EngineError>>;
}

/// A model and the engine that answers as it.
#[derive(Clone)]
pub struct Served {
    /// The model's code.
    pub code: ModelCode,
    /// Its display name, which says so when it is a stand-in.
    pub name: String,
    /// Who answers.
    pub engine: Arc<dyn Engine>,
}

/// The models that this server can ask; none by default. Clones share them.
#[derive(Clone, Default)]
pub struct Engines(Arc<[Served]>);

impl Engines {
    /// Takes the models in the order they are listed in.
    pub fn new(served: Vec<Served>) -> Self {
        Self(served.into())
    }

    /// The models, as an organization sees them.
    pub fn models(&self) -> Vec<Model> {
        self.0.iter().map(|served| Model { code: served.code.clone(), name: served.name.clone() }).collect()
    }

    /// The engine that answers as `model`.
    pub fn of(&self, model: &ModelCode) -> Option<&dyn Engine> {
        self.0.iter().find(|served| served.code == *model).map(|served| served.engine.as_ref())
    }
}
