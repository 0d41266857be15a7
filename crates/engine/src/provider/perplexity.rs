//! Perplexity, by its Agent API. Its chat completions with search were discontinued.
//!
//! Source: perplexity-py 0.38.0, `types/response_create_params`, and docs.perplexity.ai/api-reference/agent-get. As documented
//! in 2026-11, not recorded.

use serde_json::{Value, json};

use super::{ModelApiOptions, ResponsesApi, SetupError};
use crate::answer_engine::EngineRequest;

/// The number of searches and the prompt of Perplexity's quick answers. Without a preset there is no search, and
/// without a model a preset may run a model of another company.
const PRESET: &str = "fast";

/// Answers by Perplexity's Agent API, asked from the country of the region. It states what it billed. The model is one such as
/// `perplexity/sonar`.
pub fn engine(options: ModelApiOptions) -> Result<ResponsesApi, SetupError> {
    ResponsesApi::new(options, "https://api.perplexity.ai/v1", "agent", body)
}

/// Unknown fields are refused. No language is preferred: the answer has the language of the prompt.
fn body(model: &str, question: &EngineRequest) -> Value {
    json!({
        "model": model,
        "preset": PRESET,
        "input": question.query,
        "tools": [{ "type": "web_search", "user_location": { "country": question.region } }],
        "background": true,
    })
}
