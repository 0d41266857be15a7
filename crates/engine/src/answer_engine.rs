//! The trait of answer engines, and its types.

use std::sync::Arc;

use answerdeck_api::{Model, ModelCode, ModelRoute, Source};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::failure::{EngineFailure, FailureClass};

/// The request to an engine: a prompt, its region and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineRequest {
    pub query: String,
    /// The region it is asked from, ISO 3166-1 alpha-2.
    pub region: String,
    /// The time it is asked at. A stand-in's answer contains nothing published later.
    pub asked_at: Timestamp,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// The answer in Markdown.
    pub content: String,
    /// The cited sources, in the order of the answer.
    pub sources: Vec<Source>,
    /// The searches that the engine ran, in order.
    pub fanouts: Vec<String>,
    /// The provider's response as received. Absent for an answer of this server.
    pub raw: Option<Vec<u8>>,
    /// What the provider billed, in millionths of a US dollar. Absent when it does not say.
    pub cost: Option<u64>,
    /// The number of parts of the response whose kind is unknown. They were skipped.
    pub skipped: u32,
}

/// The id of an accepted question at its provider. With it, another process can read the answer without paying again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskId(pub String);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskOutcome {
    Answered(Reply),
    /// It accepted the question. [`AnswerEngine::poll`] reads the answer.
    Accepted(TaskId),
}

/// Answers questions as one model.
///
/// [`ask`](AnswerEngine::ask) is the only call that a provider bills. So that nothing is asked twice after a crash, the
/// caller stores the call before it asks, and the id of an accepted question before it polls for the answer.
#[async_trait]
pub trait AnswerEngine: Send + Sync {
    /// Asks a question. If the consequence of its failure is a retry, nothing was billed.
    async fn ask(&self, question: &EngineRequest) -> Result<AskOutcome, EngineFailure>;

    /// Reads the answer of an accepted question, once. `None` while the provider is working on it. Costs nothing. If
    /// the consequence of a failure is a retry, it is polled again.
    async fn poll(&self, task: &TaskId) -> Result<Option<Reply>, EngineFailure> {
        Err(EngineFailure::new(FailureClass::OutcomeUnknown, &format!("no task has the id {}", task.0)))
    }

    /// The maximum length of a prompt, in characters. Absent when every prompt of the platform is accepted.
    fn prompt_max(&self) -> Option<usize> {
        None
    }
}

#[derive(Clone)]
pub struct ServedModel {
    pub code: ModelCode,
    /// Its display name. The name of a stand-in says so.
    pub name: String,
    pub route: ModelRoute,
    /// What an answer costs the organization, in credits: nothing, or [`ANSWER_PRICE`](answerdeck_api::limits::ANSWER_PRICE).
    pub price: u32,
    /// Whether a provider bills the operator for an answer. One that costs nothing may be asked for again after a crash.
    pub is_paid: bool,
    pub limits: EngineLimits,
    pub engine: Arc<dyn AnswerEngine>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineLimits {
    /// The maximum number of questions that are asked at the same time.
    pub max_concurrency: usize,
    /// The maximum spend of a UTC day, in millionths of a US dollar. Absent for an engine that costs nothing.
    pub spend_per_day: Option<u64>,
    /// The estimated cost of an answer, in millionths of a US dollar, until the provider says what it billed.
    pub estimated_cost: u64,
}

impl Default for EngineLimits {
    fn default() -> Self {
        Self { max_concurrency: 4, spend_per_day: None, estimated_cost: 0 }
    }
}

/// Maps each model to its engine; empty by default. Clones share the engines.
#[derive(Clone, Default)]
pub struct Engines(Arc<[ServedModel]>);

impl Engines {
    /// The engines of these models. [`Engines::models`] keeps the order.
    pub fn new(served: Vec<ServedModel>) -> Self {
        Self(served.into())
    }

    pub fn models(&self) -> Vec<Model> {
        let model = |served: &ServedModel| Model {
            code: served.code.clone(),
            name: served.name.clone(),
            route: Some(served.route.clone()),
            answer_price: Some(served.price),
            stop: None,
        };
        self.0.iter().map(model).collect()
    }

    pub fn of(&self, model: &ModelCode) -> Option<&ServedModel> {
        self.iter().find(|served| served.code == *model)
    }

    /// Whether these are the same engines, and not others with the same configuration.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a provider bills the answers of any model.
    pub fn has_paid(&self) -> bool {
        self.iter().any(|served| served.is_paid)
    }

    pub fn iter(&self) -> impl Iterator<Item = &ServedModel> {
        self.0.iter()
    }
}
