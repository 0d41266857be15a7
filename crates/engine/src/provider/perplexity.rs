//! Perplexity, by its Agent API. Its chat completions with search were discontinued.
//!
//! Source: perplexity-py 0.38.0, `types/response_create_params`, and docs.perplexity.ai/api-reference/agent-get. As documented
//! in 2026-11, not recorded.

use futures_util::future::{BoxFuture, FutureExt};
use serde_json::json;

use super::model_api::{KeyHeader, ModelApi, ModelApiOptions, SetupError};
use super::responses;
use crate::answer_engine::{AnswerEngine, AskOutcome, EngineRequest, Reply, TaskId};
use crate::failure::EngineFailure;

const ADDRESS: &str = "https://api.perplexity.ai/v1";
const PATH: &str = "agent";
/// The number of searches and the prompt of Perplexity's quick answers. Without a preset there is no search, and
/// without a model a preset may run a model of another company.
const PRESET: &str = "fast";

/// Answers by Perplexity's Agent API, asked from the country of the region. It states what it billed.
pub struct Perplexity(ModelApi);

impl Perplexity {
    /// The engine of a model, such as `perplexity/sonar`.
    pub fn new(options: ModelApiOptions) -> Result<Self, SetupError> {
        ModelApi::new(options, ADDRESS, KeyHeader::Bearer).map(Self)
    }
}

impl AnswerEngine for Perplexity {
    fn ask<'a>(&'a self, question: &'a EngineRequest) -> BoxFuture<'a, Result<AskOutcome, EngineFailure>> {
        // Unknown fields are refused. No language is preferred: the answer has the language of the prompt.
        let body = json!({
            "model": self.0.model,
            "preset": PRESET,
            "input": question.query,
            "tools": [{ "type": "web_search", "user_location": { "country": question.region } }],
            "background": true,
        });
        async move { responses::submission(self.0.submit(PATH, &body).await?) }.boxed()
    }

    fn poll<'a>(&'a self, task: &'a TaskId) -> BoxFuture<'a, Result<Option<Reply>, EngineFailure>> {
        async move { responses::answer(self.0.task(PATH, task).await?) }.boxed()
    }

    fn is_paid(&self) -> bool {
        true
    }
}
