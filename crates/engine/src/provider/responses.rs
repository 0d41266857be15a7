//! The Responses API, which OpenAI defines and Perplexity shares: its states, and an answer's content, sources and fan-outs.
//!
//! Source: the response types of openai-python 3.3.1 and perplexity-py 0.38.0. As documented in 2026-11, not recorded.

use std::collections::HashMap;

use answerdeck_provider_http::lenient::{Items, Lenient};
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::Value;

use super::api_error::ApiError;
use super::model_api::{KeyHeader, ModelApi, ModelApiOptions, SetupError, accepted, is_pending};
use super::{normalization, text_links};
use crate::answer_engine::{AnswerEngine, AskOutcome, EngineRequest, Reply, TaskId};
use crate::failure::{EngineFailure, FailureClass};

/// Answers by the Responses API of a provider.
pub struct ResponsesApi {
    api: ModelApi,
    path: &'static str,
    /// The question to a model.
    body: fn(&str, &EngineRequest) -> Value,
}

impl ResponsesApi {
    /// The API at the address of `options`, or else at `address`.
    pub(super) fn new(
        options: ModelApiOptions,
        address: &str,
        path: &'static str,
        body: fn(&str, &EngineRequest) -> Value,
    ) -> Result<Self, SetupError> {
        Ok(Self { api: ModelApi::new(options, address, KeyHeader::Bearer)?, path, body })
    }
}

#[async_trait]
impl AnswerEngine for ResponsesApi {
    async fn ask(&self, question: &EngineRequest) -> Result<AskOutcome, EngineFailure> {
        let response = self.api.submit(self.path, &(self.body)(&self.api.model, question)).await?;
        let read: Response = response.parse()?;
        match &read.error.0 {
            Some(error) if read.id.is_none() => Err(error.failure(&response)),
            _ if is_pending(read.status.as_deref()) => accepted(read.id.0),
            _ => read.reply(response.body).map(AskOutcome::Answered),
        }
    }

    async fn poll(&self, task: &TaskId) -> Result<Option<Reply>, EngineFailure> {
        let response = self.api.task(self.path, task).await?;
        let read: Response = response.parse()?;
        if is_pending(read.status.as_deref()) { Ok(None) } else { read.reply(response.body).map(Some) }
    }
}

#[derive(Debug, Deserialize)]
struct Response {
    id: Lenient<String>,
    status: Lenient<String>,
    error: Lenient<ApiError>,
    incomplete_details: Lenient<IncompleteDetails>,
    output: Items<Item>,
    usage: Lenient<Usage>,
}

#[derive(Debug, Deserialize)]
struct IncompleteDetails {
    reason: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Usage {
    cost: Option<Cost>,
}

#[derive(Debug, Deserialize)]
struct Cost {
    currency: Option<String>,
    total_cost: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Item {
    Message {
        phase: Option<String>,
        content: Items<Part>,
    },
    /// A search or a visit of OpenAI's.
    WebSearchCall {
        status: Option<String>,
        action: Option<Action>,
    },
    /// A search of Perplexity's.
    SearchResults {
        queries: Items<String>,
        results: Items<SearchResult>,
    },
    FetchUrlResults,
    Reasoning,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Action {
    Search { query: Option<String>, queries: Items<String> },
    OpenPage,
    FindInPage,
}

#[derive(Debug, Deserialize)]
struct SearchResult {
    id: Option<ResultId>,
    url: Option<String>,
    title: Option<String>,
}

/// The id of a search result, a number or a text. The markers in the text name it.
#[derive(Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "Value")]
struct ResultId(String);

impl TryFrom<Value> for ResultId {
    type Error = &'static str;

    fn try_from(id: Value) -> Result<Self, &'static str> {
        match id {
            Value::Number(number) => Ok(Self(number.to_string())),
            Value::String(text) => Ok(Self(text.trim().to_owned())),
            _ => Err("neither a number nor a text"),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Part {
    OutputText { text: Option<String>, annotations: Items<Annotation> },
    Refusal { refusal: Option<String> },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Annotation {
    UrlCitation { url: Option<String>, title: Option<String> },
    FileCitation,
    ContainerFileCitation,
    FilePath,
}

impl Response {
    fn reply(self, raw: Vec<u8>) -> Result<Reply, EngineFailure> {
        let cost = self.usage.as_ref().and_then(|usage| usage.cost.as_ref()).and_then(Cost::micros);
        let error = self.error.as_ref().map(ApiError::end);
        let failure = match self.status.as_deref() {
            None if error.is_none() && self.output.known.is_empty() => {
                Some(EngineFailure::new(FailureClass::Unreadable, "it has neither a status nor an output"))
            }
            None | Some("completed") => error,
            Some("incomplete") => {
                let reason = self.incomplete_details.as_ref().and_then(|details| details.reason.as_deref());
                let is_filtered = reason == Some("content_filter");
                let class = if is_filtered { FailureClass::Blocked } else { FailureClass::Truncated };
                Some(EngineFailure::reported(class, reason.unwrap_or_default(), ""))
            }
            Some(status) => {
                Some(error.unwrap_or_else(|| EngineFailure::reported(FailureClass::TaskFailed, status, "")))
            }
        };
        let reply = failure.map_or_else(|| reply(self.output), Err);
        match reply {
            Ok(reply) => Ok(Reply { raw: Some(raw), cost, ..reply }),
            Err(failure) => Err(failure.cost(cost)),
        }
    }
}

fn reply(output: Items<Item>) -> Result<Reply, EngineFailure> {
    let mut skipped = output.skipped;
    let (mut messages, mut refusals, mut queries, mut searches) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut results, mut cited) = (Results::default(), Vec::new());
    for item in output.known {
        match item {
            // It announces a search, as a passage before a search of Anthropic's does.
            Item::Message { phase, .. } if phase.as_deref() == Some("commentary") => {}
            Item::Message { content, .. } => {
                skipped += content.skipped;
                let mut message = String::new();
                for part in content.known {
                    match part {
                        Part::OutputText { text, annotations } => {
                            skipped += annotations.skipped;
                            let text = text.unwrap_or_default();
                            cited.extend(markers(&text).into_iter().map(Citation::Marker));
                            cited.extend(annotations.known.into_iter().filter_map(Annotation::citation));
                            let links = text_links::links(&text).into_iter();
                            cited.extend(links.map(|(url, title)| Citation::Link(url, title)));
                            message.push_str(&text);
                        }
                        Part::Refusal { refusal } => refusals.extend(refusal),
                    }
                }
                messages.push(message);
            }
            Item::WebSearchCall { status, action: Some(Action::Search { query, queries: list }) } => {
                skipped += list.skipped;
                searches.push(status.as_deref() != Some("failed"));
                queries.extend(list.known.into_iter().chain(query));
            }
            Item::SearchResults { queries: list, results: found } => {
                skipped += list.skipped + found.skipped;
                queries.extend(list.known);
                found.known.into_iter().for_each(|result| results.add(result));
            }
            Item::WebSearchCall { .. } | Item::FetchUrlResults | Item::Reasoning => {}
        }
    }
    messages.retain(|message| !message.trim().is_empty());
    if messages.is_empty() && !refusals.is_empty() {
        return Err(EngineFailure::reported(FailureClass::Refused, "", &refusals.join(" ")));
    }
    let content = normalization::content(messages.join("\n\n"))?;
    normalization::searched(&searches)?;
    let sources = normalization::sources(cited.into_iter().filter_map(|citation| results.resolve(citation)));
    Ok(Reply { content, sources, fanouts: normalization::fanouts(queries), skipped, ..Reply::default() })
}

impl Cost {
    fn micros(&self) -> Option<u64> {
        let is_dollars = self.currency.as_deref().is_none_or(|currency| currency == "USD");
        normalization::micros(self.total_cost.filter(|_| is_dollars)?)
    }
}

/// How a text cites a source.
enum Citation {
    Link(String, String),
    /// By the id of a search result.
    Marker(ResultId),
}

impl Annotation {
    fn citation(self) -> Option<Citation> {
        match self {
            Self::UrlCitation { url, title } => Some(Citation::Link(url?, title.unwrap_or_default())),
            Self::FileCitation | Self::ContainerFileCitation | Self::FilePath => None,
        }
    }
}

/// The links of search results by id. `None` for an id that two links share: it identifies neither.
#[derive(Default)]
struct Results(HashMap<ResultId, Option<(String, String)>>);

impl Results {
    fn add(&mut self, result: SearchResult) {
        let (Some(id), Some(url)) = (result.id, result.url) else { return };
        let link = (url.clone(), result.title.unwrap_or_default());
        let known = self.0.entry(id).or_insert(Some(link));
        if known.as_ref().is_some_and(|(known, _)| *known != url) {
            *known = None;
        }
    }

    /// The link and the title of a citation.
    fn resolve(&self, citation: Citation) -> Option<(String, String)> {
        match citation {
            Citation::Link(url, title) => Some((url, title)),
            Citation::Marker(id) => self.0.get(&id)?.clone(),
        }
    }
}

/// The ids in the markers of a text, such as `[1]`, `[1, 3]` and `[web:1]`, in order.
fn markers(text: &str) -> Vec<ResultId> {
    // The bound also keeps a text of brackets from being searched again and again.
    const MARKER_MAX: usize = 60;
    let inside = text.match_indices('[').filter_map(|(place, _)| {
        let marker = text.get(place + 1..)?;
        let is_id = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'-' | b'_' | b',' | b' ');
        let length = marker.bytes().take(MARKER_MAX).take_while(is_id).count();
        marker.get(length..)?.starts_with(']').then(|| marker.get(..length))?
    });
    inside.flat_map(|ids| ids.split(',')).map(|id| ResultId(id.trim().to_owned())).collect()
}
