//! ChatGPT's models, by OpenAI's Responses API with web search.
//!
//! Source: openai-python 3.3.1, `types/responses`, and the guide to background mode. As documented in 2026-11, not recorded.

use futures_util::future::{BoxFuture, FutureExt};
use serde_json::json;

use super::model_api::{KeyHeader, ModelApi, ModelApiOptions, SetupError};
use super::responses;
use crate::answer_engine::{AnswerEngine, AskOutcome, EngineRequest, Reply, TaskId};
use crate::failure::EngineFailure;

const ADDRESS: &str = "https://api.openai.com/v1";
const PATH: &str = "responses";
/// The maximum number of searches and visits for an answer. One question can cause many, and each costs.
const TOOL_CALLS_MAX: u32 = 4;
/// The maximum length of an answer in tokens, reasoning included. Answers to a person are well below.
const OUTPUT_TOKENS_MAX: u32 = 16_000;

/// Answers by OpenAI's Responses API, asked from the country of the region. OpenAI stores the answer until it is polled for.
pub struct OpenAi(ModelApi);

impl OpenAi {
    pub fn new(options: ModelApiOptions) -> Result<Self, SetupError> {
        ModelApi::new(options, ADDRESS, KeyHeader::Bearer).map(Self)
    }
}

impl AnswerEngine for OpenAi {
    fn ask<'a>(&'a self, question: &'a EngineRequest) -> BoxFuture<'a, Result<AskOutcome, EngineFailure>> {
        let body = json!({
            "model": self.0.model,
            "input": question.query,
            "tools": [{
                "type": "web_search",
                "search_context_size": "medium",
                "user_location": { "type": "approximate", "country": question.region },
            }],
            "include": ["web_search_call.action.sources"],
            "max_tool_calls": TOOL_CALLS_MAX,
            "max_output_tokens": OUTPUT_TOKENS_MAX,
            "background": true,
            // Without it, OpenAI deletes the answer after about ten minutes.
            "store": true,
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
