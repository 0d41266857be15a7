//! ChatGPT's models, by OpenAI's Responses API with web search.
//!
//! Source: openai-python 3.3.1, `types/responses`, and the guide to background mode. As documented in 2026-11, not recorded.

use serde_json::{Value, json};

use super::{ModelApiOptions, ResponsesApi, SetupError};
use crate::answer_engine::EngineRequest;

/// The maximum number of searches and visits for an answer. One question can cause many, and each costs.
const TOOL_CALLS_MAX: u32 = 4;
/// The maximum length of an answer in tokens, reasoning included. Answers to a person are well below.
const OUTPUT_TOKENS_MAX: u32 = 16_000;

/// Answers by OpenAI's Responses API, asked from the country of the region. OpenAI stores the answer until it is polled for.
pub fn engine(options: ModelApiOptions) -> Result<ResponsesApi, SetupError> {
    ResponsesApi::new(options, "https://api.openai.com/v1", "responses", body)
}

fn body(model: &str, question: &EngineRequest) -> Value {
    json!({
        "model": model,
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
    })
}
