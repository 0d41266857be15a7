//! ChatGPT, Gemini, Google AI Mode and Google AI Overviews as people see them, read through DataForSEO.
//!
//! Source: DataForSEO API v3: AI Optimization, LLM Scraper; SERP, Google, Organic and AI Mode; Appendix, Errors.

mod response;
mod status;
mod task;

use std::time::Duration;

use answerdeck_api::ModelCode;
pub use answerdeck_provider_http::dataforseo::URL;
use answerdeck_provider_http::dataforseo::{Envelope, OK, Task, location_code};
use async_trait::async_trait;
use reqwest::StatusCode;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};

use self::response::{Conversation, Link, ResultsPage};
use self::task::PaidTask;
use super::http::{self, ProviderResponse, Purpose};
use super::{SetupError, normalization, region};
use crate::answer_engine::{AnswerEngine, AskOutcome, EngineRequest, Reply, TaskId};
use crate::failure::{EngineFailure, FailureAction, FailureClass};

/// The limit of a call. Both calls respond immediately: the provider answers the question between them.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The priority of a task that takes about a minute. Normal priority is cheaper, but may take 45 minutes.
const HIGH_PRIORITY: u32 = 2;
/// The maximum length of a prompt to an assistant, in characters.
const ASSISTANT_PROMPT_MAX: usize = 2_000;
/// The maximum length of a prompt to Google, in characters.
const GOOGLE_PROMPT_MAX: usize = 700;

pub struct DataForSeoOptions {
    /// The address of the API, without a path.
    pub url: String,
    pub login: String,
    pub password: String,
    pub surface: DataForSeoSurface,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataForSeoSurface {
    /// ChatGPT. It decides itself whether to search.
    ChatGpt,
    /// Gemini. Its searches are not exposed.
    Gemini,
    GoogleAiMode,
    GoogleOverview,
}

impl DataForSeoSurface {
    /// The surface of a model. Absent when DataForSEO does not read it.
    pub fn of(model: &ModelCode) -> Option<Self> {
        match model {
            ModelCode::Chatgpt => Some(Self::ChatGpt),
            ModelCode::Gemini => Some(Self::Gemini),
            ModelCode::GoogleAi => Some(Self::GoogleAiMode),
            ModelCode::GoogleOverview => Some(Self::GoogleOverview),
            _ => None,
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::ChatGpt => "ai_optimization/chat_gpt/llm_scraper",
            Self::Gemini => "ai_optimization/gemini/llm_scraper",
            Self::GoogleAiMode => "serp/google/ai_mode",
            Self::GoogleOverview => "serp/google/organic",
        }
    }

    fn is_assistant(self) -> bool {
        matches!(self, Self::ChatGpt | Self::Gemini)
    }

    fn prompt_max(self) -> usize {
        if self.is_assistant() { ASSISTANT_PROMPT_MAX } else { GOOGLE_PROMPT_MAX }
    }
}

/// The adapter. A question is a task, which is billed when it is set; its result can be read for 30 days.
pub struct DataForSeo {
    client: reqwest::Client,
    options: DataForSeoOptions,
}

impl DataForSeo {
    pub fn new(options: DataForSeoOptions) -> Result<Self, SetupError> {
        Ok(Self { client: answerdeck_provider_http::client()?, options })
    }

    async fn set_task(&self, question: &EngineRequest) -> Result<PaidTask, EngineFailure> {
        let unknown_region =
            || EngineFailure::new(FailureClass::BadRequest, "the region is not a country of ISO 3166-1");
        let location = location_code(&question.region).ok_or_else(unknown_region)?;
        if question.query.chars().count() > self.options.surface.prompt_max() {
            return Err(FailureClass::PromptTooLong.into());
        }
        let mut task = json!({
            "keyword": keyword(&question.query),
            "location_code": location,
            "language_code": region::language(&question.region),
            "priority": HIGH_PRIORITY,
        });
        if self.options.surface == DataForSeoSurface::GoogleOverview {
            task["load_async_ai_overview"] = Value::Bool(true);
        }
        let request = self.client.post(self.url("task_post")).json(&[task]);
        let (task, _) = self.send::<IgnoredAny>(request, Purpose::Ask).await?;
        let cost = task.cost.0.and_then(normalization::micros);
        let code = task.status_code.unwrap_or_default();
        if !matches!(code, OK | status::TASK_CREATED) {
            let failure = status::failure(code, &task.status_message.0.unwrap_or_default());
            let is_billed = cost.is_some_and(|cost| cost > 0);
            return Err(if is_billed { failure.after_billing().cost(cost) } else { failure });
        }
        let unreadable = || EngineFailure::new(FailureClass::Unreadable, "the task has no readable id").cost(cost);
        PaidTask::new(&task.id.unwrap_or_default(), cost).ok_or_else(unreadable)
    }

    async fn read_task(&self, task: &PaidTask) -> Result<Option<Reply>, EngineFailure> {
        let surface = self.options.surface;
        let reply = if surface.is_assistant() {
            self.result::<Conversation>(task).await?.map(|(result, raw)| conversation_reply(result, raw))
        } else {
            self.result::<ResultsPage>(task).await?.map(|(result, raw)| page_reply(result, raw))
        };
        Ok(reply.transpose()?.map(|reply| Reply { cost: task.cost, ..reply }))
    }

    /// The result of a task with the response that it is from. `None` while the provider is working on it.
    async fn result<T: DeserializeOwned + Default>(
        &self,
        task: &PaidTask,
    ) -> Result<Option<(T, Vec<u8>)>, EngineFailure> {
        let request = self.client.get(self.url(&format!("task_get/advanced/{}", task.id)));
        let (found, raw) = self.send::<T>(request, Purpose::Read).await?;
        match found.status_code.unwrap_or_default() {
            OK => {
                let result = found.result.unwrap_or_default().into_iter().next().unwrap_or_default();
                Ok(Some((result, raw)))
            }
            status::TASK_CREATED | status::TASK_HANDED | status::TASK_IN_QUEUE => Ok(None),
            code => Err(status::failure(code, &found.status_message.0.unwrap_or_default())),
        }
    }

    /// Sends a request, and returns the first task of the response with its body.
    async fn send<T: DeserializeOwned>(
        &self,
        request: reqwest::RequestBuilder,
        purpose: Purpose,
    ) -> Result<(Task<T>, Vec<u8>), EngineFailure> {
        let request = request.basic_auth(&self.options.login, Some(&self.options.password));
        let response = http::send(request, purpose, TIMEOUT).await?.without(&self.options.password);
        if purpose == Purpose::Read && response.status == StatusCode::NOT_FOUND {
            return Err(EngineFailure::new(FailureClass::OutcomeUnknown, "the provider no longer knows the task"));
        }
        if !response.status.is_success() {
            return Err(status_failure(&response));
        }
        let envelope: Envelope<T> = response.parse()?;
        let (code, message) = (envelope.status_code.unwrap_or_default(), envelope.status_message.0.unwrap_or_default());
        if code != OK {
            return Err(status::failure(code, &message));
        }
        let no_task = || EngineFailure::new(FailureClass::Unreadable, "the response has no task");
        let task = envelope.tasks.unwrap_or_default().into_iter().next().ok_or_else(no_task)?;
        Ok((task, response.body))
    }

    fn url(&self, function: &str) -> String {
        format!("{}/v3/{}/{function}", self.options.url, self.options.surface.path())
    }
}

#[async_trait]
impl AnswerEngine for DataForSeo {
    async fn ask(&self, question: &EngineRequest) -> Result<AskOutcome, EngineFailure> {
        Ok(AskOutcome::Accepted(self.set_task(question).await?.to_task_id()))
    }

    async fn poll(&self, task: &TaskId) -> Result<Option<Reply>, EngineFailure> {
        let unknown = || EngineFailure::new(FailureClass::Unreadable, "the id is not one of DataForSEO");
        let task = PaidTask::parse(task).ok_or_else(unknown)?;
        self.read_task(&task).await.map_err(|failure| match failure.class.action() {
            FailureAction::Fail => failure.cost(task.cost),
            // The task can still be read.
            FailureAction::Retry | FailureAction::Stop => failure,
        })
    }

    fn prompt_max(&self) -> Option<usize> {
        Some(self.options.surface.prompt_max())
    }
}

/// A prompt as a keyword, which the provider decodes as part of an address.
fn keyword(prompt: &str) -> String {
    prompt.replace('%', "%25").replace('+', "%2B")
}

/// The failure of a response that is not a success, with the provider's own number after that of HTTP.
fn status_failure(response: &ProviderResponse) -> EngineFailure {
    let Ok(envelope) = response.parse::<Envelope<IgnoredAny>>() else { return response.status_failure("") };
    let failure = response.status_failure(&envelope.status_message.0.unwrap_or_default());
    match envelope.status_code {
        Some(code) => EngineFailure { provider_status: format!("{} {code}", failure.provider_status), ..failure },
        None => failure,
    }
}

fn conversation_reply(conversation: Conversation, raw: Vec<u8>) -> Result<Reply, EngineFailure> {
    Ok(Reply {
        content: normalization::content(conversation.markdown.unwrap_or_default())?,
        sources: normalization::sources(conversation.sources.known.into_iter().filter_map(Link::cited)),
        fanouts: normalization::fanouts(conversation.fan_out_queries.known),
        raw: Some(raw),
        skipped: conversation.sources.skipped.saturating_add(conversation.fan_out_queries.skipped),
        ..Reply::default()
    })
}

/// The reply of the first overview of a page. The page's other items are results, not parts of an answer.
fn page_reply(page: ResultsPage, raw: Vec<u8>) -> Result<Reply, EngineFailure> {
    let overview = page.items.known.into_iter().find(|item| item.kind.as_deref() == Some("ai_overview"));
    // An unreadable item may be the overview.
    let absent = if page.items.skipped == 0 { FailureClass::NoAnswer } else { FailureClass::Unreadable };
    let overview = overview.ok_or(absent)?;
    Ok(Reply {
        content: normalization::content(overview.markdown.unwrap_or_default())?,
        sources: normalization::sources(overview.references.known.into_iter().filter_map(Link::cited)),
        raw: Some(raw),
        skipped: page.items.skipped.saturating_add(overview.references.skipped),
        ..Reply::default()
    })
}
