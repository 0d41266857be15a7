//! The chat completions of a model server.
//!
//! Source: OpenAI API, Chat Completions, which Ollama, llama.cpp, LM Studio and vLLM serve too.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Compatible, CompatibleOptions};
use crate::failure::{EngineFailure, FailureClass};
use crate::provider::http::{self, ProviderResponse, Purpose};

/// Long, because a small machine may first load its model from disk.
const TIMEOUT: Duration = Duration::from_secs(300);

#[derive(Deserialize)]
struct ChatCompletion {
    choices: Option<Vec<Choice>>,
}

#[derive(Deserialize)]
struct Choice {
    message: Option<Message>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
    refusal: Option<String>,
}

impl Compatible {
    /// Asks the model to write at most `tokens_max` tokens. Returns its text and the response that it is from.
    pub(super) async fn complete(
        &self,
        instructions: &str,
        question: &str,
        tokens_max: u32,
    ) -> Result<(String, Value), EngineFailure> {
        let CompatibleOptions { url, model, key, .. } = &self.options;
        let body = json!({
            "model": model,
            "messages": [{ "role": "system", "content": instructions }, { "role": "user", "content": question }],
            "max_tokens": tokens_max,
            "stream": false,
        });
        let mut request = self.client.post(format!("{url}/chat/completions")).json(&body);
        if let Some(key) = key {
            request = request.bearer_auth(key);
        }
        let response = http::send(request, Purpose::Read, TIMEOUT).await?;
        let response = response.without(key.as_deref().unwrap_or_default());
        if !response.status.is_success() {
            return Err(response.status_failure(&error_message(&response)));
        }
        let raw: Value = response.parse()?;
        if raw.get("error").is_some_and(|error| !error.is_null()) {
            return Err(EngineFailure::reported(FailureClass::ProviderDown, "", &error_message(&response)));
        }
        Ok((text(&raw)?, raw))
    }
}

fn text(raw: &Value) -> Result<String, EngineFailure> {
    let unreadable = |message: &str| EngineFailure::new(FailureClass::Unreadable, message);
    let completion = ChatCompletion::deserialize(raw).map_err(|error| unreadable(&error.to_string()))?;
    let choice = completion.choices.unwrap_or_default().into_iter().next();
    let choice = choice.ok_or_else(|| unreadable("the response has no choice"))?;
    match choice.finish_reason.as_deref() {
        Some("length") => return Err(FailureClass::Truncated.into()),
        Some("content_filter") => return Err(FailureClass::Blocked.into()),
        _ => {}
    }
    let message = choice.message.ok_or_else(|| unreadable("the choice has no message"))?;
    match message.refusal.filter(|refusal| !refusal.is_empty()) {
        Some(refusal) => Err(EngineFailure::reported(FailureClass::Refused, "", &refusal)),
        None => Ok(without_reasoning(&message.content.unwrap_or_default()).to_owned()),
    }
}

/// The text after the reasoning that some servers leave in front of it.
fn without_reasoning(text: &str) -> &str {
    let text = text.trim_start();
    match text.strip_prefix("<think>").and_then(|reasoning| reasoning.split_once("</think>")) {
        Some((_, rest)) => rest,
        None => text,
    }
}

/// The message of an error, which is an object or a text.
fn error_message(response: &ProviderResponse) -> String {
    let body: Value = response.parse().unwrap_or_default();
    let error = body.get("error").unwrap_or(&Value::Null);
    let message = error.get("message").unwrap_or(error);
    message.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_before_a_text_is_removed() {
        assert_eq!(without_reasoning("\n<think>Hm.</think>A [1]"), "A [1]");
        assert_eq!(without_reasoning("A <think>b</think>"), "A <think>b</think>");
        assert_eq!(without_reasoning("<think>endless"), "<think>endless");
    }
}
