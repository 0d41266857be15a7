//! Claude, by Anthropic's Messages API with web search.
//!
//! Source: anthropic-sdk-python 0.121.0, `types`, and the pages on the web search tool and on errors. As documented in 2026-11,
//! not recorded.

use std::collections::HashSet;
use std::time::Duration;

use answerdeck_provider_http::lenient::{Items, Lenient};
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::{Value, json};

use super::api_error::ApiError;
use super::model_api::{KeyHeader, ModelApi, ModelApiOptions, SetupError};
use super::{normalization, text_links};
use crate::answer_engine::{AnswerEngine, AskOutcome, EngineRequest, Reply};
use crate::failure::{EngineFailure, FailureClass};

const ADDRESS: &str = "https://api.anthropic.com/v1";
const PATH: &str = "messages";
const VERSION: &str = "2023-06-01";
/// The version whose searches are all visible. Later ones may search inside code, without the queries.
const WEB_SEARCH: &str = "web_search_20250305";
/// The maximum number of searches of a request. Each costs.
const SEARCHES_MAX: u32 = 5;
/// The maximum length of an answer in tokens. Answers to a person are well below.
const OUTPUT_TOKENS_MAX: u32 = 8_192;
/// The maximum number of requests for an answer that the model pauses. Each costs.
const ROUNDS_MAX: usize = 4;
/// Time for a request with its searches. All requests of an answer have time before a worker gives up.
const TIMEOUT: Duration = Duration::from_secs(180);

/// Answers by Anthropic's Messages API, asked from the country of the region.
///
/// There are no tasks: a lost response is lost. A paused answer continues in another request, and a failure of that one
/// ends the question, because the requests before it are billed.
pub struct Anthropic(ModelApi);

#[derive(Debug, Deserialize)]
struct Message {
    content: Lenient<Vec<Value>>,
    stop_reason: Lenient<String>,
    error: Lenient<ApiError>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block {
    Text {
        text: Option<String>,
        citations: Items<Citation>,
    },
    ServerToolUse {
        input: Lenient<SearchInput>,
    },
    WebSearchToolResult {
        /// A list of results, or one error.
        content: Option<Value>,
    },
    Thinking,
    RedactedThinking,
}

#[derive(Debug, Deserialize)]
struct SearchInput {
    query: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Citation {
    WebSearchResultLocation { url: Option<String>, title: Option<String> },
}

/// The text between two searches.
#[derive(Default)]
struct Passage {
    text: String,
    is_cited: bool,
}

impl Anthropic {
    pub fn new(options: ModelApiOptions) -> Result<Self, SetupError> {
        let api = ModelApi::new(options, ADDRESS, KeyHeader::Plain("x-api-key"))?;
        Ok(Self(api.header("anthropic-version", VERSION)))
    }

    async fn answer(&self, question: &EngineRequest) -> Result<Reply, EngineFailure> {
        let mut bodies = Vec::new();
        let mut content = Vec::new();
        for round in 0..ROUNDS_MAX {
            let message = self.round(question, &content, &mut bodies).await;
            let message = if round == 0 { message } else { message.map_err(EngineFailure::after_billing) }?;
            let Some(blocks) = message.content.0 else {
                return Err(EngineFailure::new(FailureClass::Unreadable, "it has no content"));
            };
            content.extend(blocks);
            let class = match message.stop_reason.as_deref() {
                Some("pause_turn") => {
                    drop_half_searches(&mut content);
                    continue;
                }
                Some("refusal") => FailureClass::Refused,
                Some("max_tokens" | "model_context_window_exceeded") => FailureClass::Truncated,
                _ => return Ok(Reply { raw: Some(joined(bodies)), ..reply(content.into())? }),
            };
            return Err(EngineFailure::reported(class, message.stop_reason.as_deref().unwrap_or_default(), ""));
        }
        Err(EngineFailure::new(FailureClass::Truncated, &format!("the model paused {ROUNDS_MAX} times")))
    }

    /// Sends one of the requests of an answer. `content` is what the earlier ones returned, and `bodies` collects the responses.
    async fn round(
        &self,
        question: &EngineRequest,
        content: &[Value],
        bodies: &mut Vec<Vec<u8>>,
    ) -> Result<Message, EngineFailure> {
        let mut messages = vec![json!({ "role": "user", "content": question.query })];
        let sent = sendable(content);
        if !sent.is_empty() {
            messages.push(json!({ "role": "assistant", "content": sent }));
        }
        let body = json!({
            "model": self.0.model,
            "max_tokens": OUTPUT_TOKENS_MAX,
            "messages": messages,
            "tools": [{
                "type": WEB_SEARCH,
                "name": "web_search",
                "max_uses": SEARCHES_MAX,
                "user_location": { "type": "approximate", "country": question.region },
            }],
        });
        let response = self.0.ask(PATH, &body, TIMEOUT).await.map_err(precise)?;
        let message: Message = response.parse()?;
        if let Some(error) = message.error.0 {
            return Err(precise(error.failure(&response)));
        }
        bodies.push(response.body);
        Ok(message)
    }
}

#[async_trait]
impl AnswerEngine for Anthropic {
    async fn ask(&self, question: &EngineRequest) -> Result<AskOutcome, EngineFailure> {
        self.answer(question).await.map(AskOutcome::Answered)
    }
}

/// The failure with the class of its message: two causes have only the type of an invalid request.
fn precise(failure: EngineFailure) -> EngineFailure {
    let class = match failure.class {
        FailureClass::BadRequest if failure.provider_message.contains("credit balance is too low") => {
            FailureClass::Billing
        }
        FailureClass::BadRequest if failure.provider_message.contains("prompt is too long") => {
            FailureClass::PromptTooLong
        }
        class => class,
    };
    EngineFailure { class, ..failure }
}

/// Drops the searches of a paused answer that have no result: the model has not run them, and the API refuses them.
fn drop_half_searches(content: &mut Vec<Value>) {
    let ids = content.iter().filter_map(|block| block["tool_use_id"].as_str());
    let answered: HashSet<String> = ids.map(str::to_owned).collect();
    let is_answered = |block: &Value| block["id"].as_str().is_some_and(|id| answered.contains(id));
    content.retain(|block| block["type"] != "server_tool_use" || is_answered(block));
}

/// The content as the API accepts it: no empty blocks, and no space at its end.
fn sendable(content: &[Value]) -> Vec<Value> {
    let is_blank = |block: &&Value| block["text"].as_str().unwrap_or_default().trim().is_empty();
    let mut sent: Vec<Value> =
        content.iter().filter(|block| block["type"] != "text" || !is_blank(block)).cloned().collect();
    if let Some(last) = sent.last_mut().filter(|last| last["type"] == "text") {
        last["text"] = last["text"].as_str().unwrap_or_default().trim_end().into();
    }
    sent
}

/// Reads the content of all rounds.
///
/// One sentence has several blocks, so the blocks of a passage have nothing between them. A passage before a search is
/// only kept if it cites something: otherwise it announces the search.
fn reply(content: Items<Block>) -> Result<Reply, EngineFailure> {
    let mut skipped = content.skipped;
    let (mut passages, mut passage) = (Vec::new(), Passage::default());
    let (mut cited, mut queries, mut searches) = (Vec::new(), Vec::new(), Vec::new());
    for block in content.known {
        match block {
            Block::Text { text, citations } => {
                skipped += citations.skipped;
                let text = text.unwrap_or_default();
                passage.text.push_str(&text);
                passage.is_cited |= !citations.known.is_empty();
                cited.extend(citations.known.into_iter().filter_map(Citation::link));
            }
            Block::ServerToolUse { input } => {
                queries.extend(input.0.and_then(|input| input.query));
                let before = std::mem::take(&mut passage);
                passages.extend(Some(before).filter(|before| before.is_cited));
            }
            Block::WebSearchToolResult { content } => {
                searches.push(!content.is_some_and(|content| content.is_object()))
            }
            Block::Thinking | Block::RedactedThinking => {}
        }
    }
    passages.push(passage);
    let texts: Vec<&str> = passages.iter().map(|passage| passage.text.trim()).filter(|text| !text.is_empty()).collect();
    let text = texts.join("\n\n");
    // A link can have several blocks.
    cited.extend(text_links::links(&text));
    let content = normalization::content(text)?;
    normalization::searched(&searches)?;
    Ok(Reply {
        content,
        sources: normalization::sources(cited),
        fanouts: normalization::fanouts(queries),
        skipped,
        ..Reply::default()
    })
}

impl Citation {
    fn link(self) -> Option<(String, String)> {
        let Self::WebSearchResultLocation { url, title } = self;
        Some((url?, title.unwrap_or_default()))
    }
}

/// The responses of all rounds: one as it is, several as a JSON array.
fn joined(mut bodies: Vec<Vec<u8>>) -> Vec<u8> {
    if bodies.len() == 1 {
        return bodies.pop().unwrap_or_default();
    }
    [b"[".as_slice(), &bodies.join(&b','), b"]"].concat()
}
