//! The one error of the client.

use std::sync::Arc;
use std::time::Duration;

use answerdeck_api::{ErrorBody, ErrorCode};

use crate::oauth::SignInProblem;
use crate::transport::{Response, TransportError};

/// What every fallible call of the client returns.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call did not do what it was asked to.
///
/// Ask it with the predicates (`is_…`); what the platform said is in the accessors. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Error {
    kind: Arc<Kind>,
}

#[derive(Debug)]
enum Kind {
    /// The platform answered, and the answer is an error.
    Api(ApiError),
    /// The answer is not what the document says.
    Response { problem: String, request_id: Option<String> },
    /// There is no answer. `write` says that the request would have changed something.
    Transport { error: TransportError, write: bool, offline: bool },
    /// The flow of OAuth stopped.
    SignIn(SignInProblem),
    /// The caller asked for what cannot be.
    Usage(String),
}

#[derive(Debug)]
struct ApiError {
    status: u16,
    write: bool,
    body: Option<ErrorBody>,
    request_id: Option<String>,
    retry_after: Option<Duration>,
}

impl Error {
    pub(crate) fn from_response(response: &Response, write: bool, retry_after: Option<Duration>) -> Self {
        let body: Option<ErrorBody> = serde_json::from_str(&response.body).ok();
        let header = response.header("x-request-id").map(str::to_owned);
        let request_id = header.or_else(|| body.as_ref()?.request_id.clone());
        Self::new(Kind::Api(ApiError { status: response.status, write, body, request_id, retry_after }))
    }

    pub(crate) fn from_transport(error: TransportError, write: bool, offline: bool) -> Self {
        Self::new(Kind::Transport { error, write, offline })
    }

    pub(crate) fn unreadable(problem: String, response: &Response) -> Self {
        Self::new(Kind::Response { problem, request_id: response.header("x-request-id").map(str::to_owned) })
    }

    pub(crate) fn usage(problem: impl Into<String>) -> Self {
        Self::new(Kind::Usage(problem.into()))
    }

    fn new(kind: Kind) -> Self {
        Self { kind: Arc::new(kind) }
    }

    fn api(&self) -> Option<&ApiError> {
        match &*self.kind {
            Kind::Api(api) => Some(api),
            _ => None,
        }
    }

    fn transport(&self) -> Option<&TransportError> {
        match &*self.kind {
            Kind::Transport { error, .. } => Some(error),
            _ => None,
        }
    }

    fn has_code(&self, code: &ErrorCode) -> bool {
        self.code() == Some(code)
    }

    /// The credential is missing, or the platform does not accept it (any more).
    pub fn is_unauthorized(&self) -> bool {
        self.status() == Some(401) || self.is_signed_out()
    }

    /// The session has ended: the platform refused to renew it, or the user signed out. Signing in again is the way.
    pub fn is_signed_out(&self) -> bool {
        matches!(&*self.kind, Kind::SignIn(SignInProblem::SignedOut))
    }

    /// The organization sent too many requests, and still did after the client had waited several times.
    pub fn is_rate_limited(&self) -> bool {
        self.status() == Some(429)
    }

    /// There is no such thing, or it belongs to another organization.
    pub fn is_not_found(&self) -> bool {
        self.status() == Some(404)
    }

    /// The balance is below the price of the request.
    pub fn is_insufficient_credits(&self) -> bool {
        self.status() == Some(402)
    }

    /// A field is out of its bounds; [`Error::details`] says which.
    pub fn is_validation(&self) -> bool {
        self.has_code(&ErrorCode::CommonValidation)
    }

    /// The cursor is malformed, altered, or of another list. Starting the list again is the way.
    pub fn is_invalid_cursor(&self) -> bool {
        self.has_code(&ErrorCode::CommonInvalidCursor)
    }

    /// The set would hold more prompts than it may.
    pub fn is_prompt_limit_exceeded(&self) -> bool {
        self.has_code(&ErrorCode::PromptSetPromptLimitExceeded)
    }

    /// Keyword data is not to be had for the country.
    pub fn is_country_not_supported(&self) -> bool {
        self.has_code(&ErrorCode::KeywordCountryNotSupported)
    }

    /// The provider of keyword data refuses the request; [`Error::details`] may say why.
    pub fn is_provider_rejected(&self) -> bool {
        self.has_code(&ErrorCode::KeywordMetricsProviderRejected)
    }

    /// The provider of keyword data did not answer. Later it may.
    pub fn is_provider_unavailable(&self) -> bool {
        self.has_code(&ErrorCode::KeywordMetricsProviderUnavailable)
    }

    /// The platform has no provider of keyword data.
    pub fn is_keyword_data_not_configured(&self) -> bool {
        self.has_code(&ErrorCode::KeywordMetricsNotConfigured)
    }

    /// The platform failed (5xx).
    pub fn is_server(&self) -> bool {
        self.status().is_some_and(|status| status >= 500)
    }

    /// No answer came: offline, nobody listens, the connection broke, or time ran out.
    pub fn is_connection(&self) -> bool {
        self.transport().is_some_and(|error| *error != TransportError::Cancelled)
    }

    /// No answer came, and the device had no connection.
    pub fn is_offline(&self) -> bool {
        matches!(&*self.kind, Kind::Transport { offline: true, .. })
    }

    /// No answer came in time.
    pub fn is_timeout(&self) -> bool {
        self.transport() == Some(&TransportError::TimedOut)
    }

    /// The page, or its user, stopped the call.
    pub fn is_cancelled(&self) -> bool {
        self.transport() == Some(&TransportError::Cancelled)
    }

    /// The request may have been carried out: it was to change something, and its answer was lost.
    ///
    /// Look before sending it again.
    pub fn is_outcome_unknown(&self) -> bool {
        match &*self.kind {
            Kind::Transport { error, write, .. } => *write && !matches!(error, TransportError::NotSent(_)),
            // A gateway answered in place of the platform, which puts a code in its own errors.
            Kind::Api(api) => {
                api.write && matches!(api.status, 502..=504) && api.body.as_ref().is_none_or(|body| body.code.is_none())
            }
            _ => false,
        }
    }

    /// The same call may succeed a little later, and sending it again does no harm.
    pub fn is_retryable(&self) -> bool {
        if self.is_outcome_unknown() {
            return false;
        }
        match &*self.kind {
            Kind::Api(api) => {
                matches!(api.status, 429 | 502 | 503 | 504) && !self.has_code(&ErrorCode::KeywordMetricsNotConfigured)
            }
            Kind::Transport { error, .. } => *error != TransportError::Cancelled,
            _ => false,
        }
    }

    /// The answer is not what the platform's document says; [`Error::message`] names the field.
    pub fn is_unreadable_response(&self) -> bool {
        matches!(&*self.kind, Kind::Response { .. })
    }

    /// The caller asked for what cannot be, such as a malformed address.
    pub fn is_usage(&self) -> bool {
        matches!(&*self.kind, Kind::Usage(_))
    }

    /// Where signing in, or renewing the session, stopped.
    pub fn sign_in_problem(&self) -> Option<&SignInProblem> {
        match &*self.kind {
            Kind::SignIn(problem) => Some(problem),
            _ => None,
        }
    }

    /// The HTTP status of the platform's answer. `None` when no answer came.
    pub fn status(&self) -> Option<u16> {
        self.api().map(|api| api.status)
    }

    /// The platform's error code. `None` on an internal error (500) and where the platform did not answer.
    ///
    /// Source: docs/platform-api.md, section 7.
    pub fn code(&self) -> Option<&ErrorCode> {
        self.api()?.body.as_ref()?.code.as_ref()
    }

    /// What went wrong: the platform's own words, in the client's language, or else an English sentence.
    pub fn message(&self) -> String {
        match &*self.kind {
            Kind::Api(ApiError { body: Some(body), .. }) => body.message.clone(),
            Kind::Api(ApiError { status, .. }) => format!("the server answered with status {status}"),
            Kind::Response { problem, .. } | Kind::Usage(problem) => problem.clone(),
            Kind::Transport { error, .. } => error.to_string(),
            Kind::SignIn(problem) => problem.to_string(),
        }
    }

    /// Which fields the platform refuses, and why. Empty when it does not say.
    pub fn details(&self) -> &[String] {
        self.api().and_then(|api| api.body.as_ref()).map_or(&[], |body| &body.details)
    }

    /// What the platform's log calls the request. `None` where the platform did not answer.
    ///
    /// Source: docs/platform-api.md, section 1, rule 5.
    pub fn request_id(&self) -> Option<&str> {
        match &*self.kind {
            Kind::Api(ApiError { request_id, .. }) | Kind::Response { request_id, .. } => request_id.as_deref(),
            _ => None,
        }
    }

    /// How long the platform asks to wait. Only after a 429.
    pub fn retry_after(&self) -> Option<Duration> {
        self.api()?.retry_after
    }
}

impl From<SignInProblem> for Error {
    fn from(problem: SignInProblem) -> Self {
        Self::new(Kind::SignIn(problem))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(code) = self.code() {
            write!(f, "{code}: ")?;
        }
        f.write_str(&self.message())?;
        if let Some(id) = self.request_id() {
            write!(f, " (request {id})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.kind {
            Kind::Transport { error, .. } => Some(error),
            Kind::SignIn(problem) => Some(problem),
            _ => None,
        }
    }
}
