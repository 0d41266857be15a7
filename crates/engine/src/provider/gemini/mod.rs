//! Gemini, by Google's Interactions API with search grounding.
//!
//! Source: js-genai 2.18.0, `gaos/models/interactions`, and ai.google.dev/gemini-api/docs/api-errors. As documented in 2026-11,
//! not recorded.

mod redirects;

use answerdeck_provider_http::lenient::{Items, Lenient};
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use self::redirects::Redirects;
use super::api_error::ApiError;
use super::http::ProviderResponse;
use super::model_api::{KeyHeader, ModelApi, ModelApiOptions, SetupError, accepted, is_pending};
use super::{normalization, text_links};
use crate::answer_engine::{AnswerEngine, AskOutcome, EngineRequest, Reply, TaskId};
use crate::failure::{EngineFailure, FailureClass};

const ADDRESS: &str = "https://generativelanguage.googleapis.com/v1beta";
const PATH: &str = "interactions";

/// Answers by Google's Interactions API.
///
/// The API has no parameter for a country, so the region has no effect. Google's terms require that an answer is
/// shown with its search suggestions, so an operator has to accept them first. The raw response keeps them.
pub struct Gemini {
    api: ModelApi,
    redirects: Redirects,
}

#[derive(Debug, Deserialize)]
struct Interaction {
    id: Lenient<String>,
    status: Lenient<String>,
    error: Lenient<ApiError>,
    errors: Items<ApiError>,
    steps: Items<Step>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Step {
    ModelOutput { content: Items<Part> },
    GoogleSearchCall { arguments: Lenient<Arguments> },
    GoogleSearchResult { is_error: Option<bool> },
    Thought,
    UserInput,
}

#[derive(Debug, Deserialize)]
struct Arguments {
    queries: Items<String>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Part {
    Text { text: Option<String>, annotations: Items<Annotation> },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
enum Annotation {
    #[serde(rename = "url_citation")]
    Url { url: Option<String>, title: Option<String> },
    #[serde(rename = "file_citation")]
    File,
    #[serde(rename = "place_citation")]
    Place,
}

impl Gemini {
    /// The engine of a model. `redirects` is another address of Google's redirects of cited links; absent for Google's own.
    pub fn new(options: ModelApiOptions, redirects: Option<Url>) -> Result<Self, SetupError> {
        let api = ModelApi::new(options, ADDRESS, KeyHeader::Plain("x-goog-api-key"))?;
        Ok(Self { api, redirects: Redirects::new(redirects) })
    }

    async fn reply(&self, read: Interaction, response: ProviderResponse) -> Result<Reply, EngineFailure> {
        let (reply, cited) = read.reply()?;
        let sources = self.redirects.sources(&self.api.client, cited).await;
        Ok(Reply { sources, raw: Some(response.body), ..reply })
    }
}

#[async_trait]
impl AnswerEngine for Gemini {
    async fn ask(&self, question: &EngineRequest) -> Result<AskOutcome, EngineFailure> {
        let body = json!({
            "model": self.api.model,
            "input": question.query,
            "tools": [{ "type": "google_search" }],
            "background": true,
            "store": true,
        });
        let response = self.api.submit(PATH, &body).await?;
        let read: Interaction = response.parse()?;
        match &read.error.0 {
            Some(error) if read.id.is_none() => Err(error.failure(&response)),
            _ if is_pending(read.status.as_deref()) => accepted(read.id.0),
            _ => self.reply(read, response).await.map(AskOutcome::Answered),
        }
    }

    async fn poll(&self, task: &TaskId) -> Result<Option<Reply>, EngineFailure> {
        let response = self.api.task(PATH, task).await?;
        let read: Interaction = response.parse()?;
        if is_pending(read.status.as_deref()) { Ok(None) } else { self.reply(read, response).await.map(Some) }
    }
}

impl Interaction {
    /// The answer without its sources, and the cited (link, title) pairs.
    fn reply(self) -> Result<(Reply, Vec<(String, String)>), EngineFailure> {
        let error = self.error.as_ref().or(self.errors.known.first()).map(ApiError::end);
        match (self.status.as_deref(), error) {
            (_, Some(failure)) => return Err(failure),
            (None, None) if self.steps.known.is_empty() => {
                return Err(EngineFailure::new(FailureClass::Unreadable, "it has neither a status nor steps"));
            }
            (None | Some("completed"), None) => {}
            (Some("incomplete"), None) => return Err(FailureClass::Truncated.into()),
            (status, None) => {
                return Err(EngineFailure::reported(FailureClass::TaskFailed, status.unwrap_or_default(), ""));
            }
        }
        let mut skipped = self.steps.skipped;
        let (mut outputs, mut cited, mut queries, mut searches) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for step in self.steps.known {
            match step {
                Step::ModelOutput { content } => {
                    skipped += content.skipped;
                    let mut output = String::new();
                    for Part::Text { text, annotations } in content.known {
                        skipped += annotations.skipped;
                        let text = text.unwrap_or_default();
                        output.push_str(&text);
                        cited.extend(annotations.known.into_iter().filter_map(Annotation::link));
                        cited.extend(text_links::links(&text));
                    }
                    outputs.push(output);
                }
                Step::GoogleSearchCall { arguments } => {
                    let issued = arguments.0.map(|arguments| arguments.queries).unwrap_or_default();
                    skipped += issued.skipped;
                    queries.extend(issued.known);
                }
                Step::GoogleSearchResult { is_error } => searches.push(is_error != Some(true)),
                Step::Thought | Step::UserInput => {}
            }
        }
        outputs.retain(|output| !output.trim().is_empty());
        let content = normalization::content(outputs.join("\n\n"))?;
        normalization::searched(&searches)?;
        Ok((Reply { content, fanouts: normalization::fanouts(queries), skipped, ..Reply::default() }, cited))
    }
}

impl Annotation {
    fn link(self) -> Option<(String, String)> {
        match self {
            Self::Url { url, title } => Some((url?, title.unwrap_or_default())),
            Self::File | Self::Place => None,
        }
    }
}
