//! What the adapters of model APIs share: their configuration, their two requests, and the ids of tasks.

use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use url::Url;

use super::api_error;
use super::http::{self, ProviderResponse, Purpose};
use crate::answer_engine::{AskOutcome, TaskId};
use crate::failure::{EngineFailure, FailureClass};

/// Time for a question that is answered later, and for reading its answer.
const TASK_TIMEOUT: Duration = Duration::from_secs(60);
const TASK_ID_MAX: usize = 512;

pub struct ModelApiOptions {
    /// The address of another server that speaks the provider's format, with its version, such as `https://proxy.example/v1`.
    /// Absent for the provider's own.
    pub url: Option<Url>,
    pub model: String,
    pub key: String,
}

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error("the address is not an http or https address")]
    Address,
    #[error("the key is empty or contains characters that a header cannot contain")]
    Key,
    #[error("TLS cannot be set up: {0}")]
    Tls(#[from] reqwest::Error),
}

/// The header of a request that carries the key.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KeyHeader {
    /// `Authorization: Bearer …`.
    Bearer,
    /// The key alone in this header.
    Plain(&'static str),
}

pub(crate) struct ModelApi {
    pub(crate) client: reqwest::Client,
    pub(crate) model: String,
    url: Url,
    key: String,
    headers: HeaderMap,
}

impl ModelApi {
    /// The API at the address of `options`, or else at `address`.
    pub(crate) fn new(options: ModelApiOptions, address: &str, key: KeyHeader) -> Result<Self, SetupError> {
        let url = options.url.map_or_else(|| Url::parse(address).map_err(|_| SetupError::Address), Ok)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(SetupError::Address);
        }
        let (name, value) = match key {
            KeyHeader::Bearer => (AUTHORIZATION, format!("Bearer {}", options.key)),
            KeyHeader::Plain(name) => (HeaderName::from_static(name), options.key.clone()),
        };
        if options.key.is_empty() {
            return Err(SetupError::Key);
        }
        let mut value = HeaderValue::try_from(value).map_err(|_| SetupError::Key)?;
        value.set_sensitive(true);
        let headers = HeaderMap::from_iter([(name, value)]);
        Ok(Self { client: answerdeck_provider_http::client()?, model: options.model, url, key: options.key, headers })
    }

    pub(crate) fn header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        self
    }

    /// Sends a question that the provider answers later, and reads the response.
    pub(crate) async fn submit(&self, path: &str, body: &Value) -> Result<ProviderResponse, EngineFailure> {
        self.ask(path, body, TASK_TIMEOUT).await
    }

    pub(crate) async fn ask(
        &self,
        path: &str,
        body: &Value,
        timeout: Duration,
    ) -> Result<ProviderResponse, EngineFailure> {
        let request = self.client.post(self.address(&[path])).headers(self.headers.clone()).json(body);
        self.success(http::send(request, Purpose::Ask, timeout).await?)
    }

    /// Reads the state of a task. The outcome of a task that the provider no longer knows is unknown.
    pub(crate) async fn task(&self, path: &str, task: &TaskId) -> Result<ProviderResponse, EngineFailure> {
        let request = self.client.get(self.address(&[path, &task.0])).headers(self.headers.clone());
        let response = http::send(request, Purpose::Read, TASK_TIMEOUT).await?;
        if response.status == StatusCode::NOT_FOUND {
            return Err(EngineFailure::new(FailureClass::OutcomeUnknown, "the provider no longer knows the task"));
        }
        self.success(response)
    }

    fn success(&self, response: ProviderResponse) -> Result<ProviderResponse, EngineFailure> {
        let response = response.without(&self.key);
        if response.status.is_success() { Ok(response) } else { Err(api_error::failure(&response)) }
    }

    fn address(&self, path: &[&str]) -> Url {
        let mut url = self.url.clone();
        // An http address always has a path.
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url
    }
}

/// Whether a provider is working on a task in this state.
pub(crate) fn is_pending(status: Option<&str>) -> bool {
    matches!(status, Some("queued" | "in_progress"))
}

/// The submission that a provider has accepted under `id`, which must be usable as a part of an address.
pub(crate) fn accepted(id: Option<String>) -> Result<AskOutcome, EngineFailure> {
    let is_usable = |id: &String| {
        let letters = id.trim_start_matches('.');
        id.len() <= TASK_ID_MAX && !letters.is_empty() && id.bytes().all(|letter| letter.is_ascii_graphic())
    };
    match id.filter(is_usable) {
        Some(id) => Ok(AskOutcome::Accepted(TaskId(id))),
        None => Err(EngineFailure::new(FailureClass::Unreadable, "the task has no usable id")),
    }
}
