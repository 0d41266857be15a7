//! The error type of the client.

use std::sync::Arc;
use std::time::Duration;

use answerdeck_api::ErrorCode;
use answerdeck_api::operation::Effect;

use crate::transport::{Response, TransportError};

mod body;
mod sign_in;

use body::Body;
pub use sign_in::SignInError;

/// The result of every fallible call of the client.
pub type Result<T> = std::result::Result<T, Error>;

/// The reason why a call failed.
///
/// The predicates (`is_…`) distinguish the kinds. The accessors return what the platform sent. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Error {
    kind: Arc<Kind>,
    outcome_unknown: bool,
}

#[derive(Debug)]
enum Kind {
    /// The platform answered with an error.
    Api(ApiError),
    /// The response does not have the documented shape.
    Response { message: String, request_id: Option<String> },
    /// No response arrived.
    Transport { error: TransportError, offline: bool },
    /// Signing in, or renewing the session, failed.
    SignIn(SignInError),
    /// The caller passed an invalid argument.
    Usage(String),
}

#[derive(Debug)]
struct ApiError {
    status: u16,
    body: Body,
    request_id: Option<String>,
    retry_after: Option<Duration>,
}

impl Error {
    pub(crate) fn from_response(response: &Response, effect: Effect, retry_after: Option<Duration>) -> Self {
        let body = Body::parse(&response.body);
        let request_id = response.header("x-request-id").map(str::to_owned).or_else(|| body.request_id.clone());
        let status = response.status;
        // A code of the platform says what happened. Without one, a gateway sent the response, or the platform failed on the
        // way. The other statuses refuse the request.
        let may_be_made = match &body.code {
            Some(code) if code.is_known() => *code == ErrorCode::IdempotencyKeyInProgress,
            _ => status == 408 || status >= 500,
        };
        Self::of_call(Kind::Api(ApiError { status, body, request_id, retry_after }), effect, may_be_made)
    }

    pub(crate) fn from_transport(error: TransportError, effect: Effect, offline: bool) -> Self {
        let may_be_made = !matches!(error, TransportError::NotSent(_) | TransportError::Redirected(_));
        Self::of_call(Kind::Transport { error, offline }, effect, may_be_made)
    }

    pub(crate) fn unreadable_response(message: String, response: &Response, effect: Effect) -> Self {
        let request_id = response.header("x-request-id").map(str::to_owned);
        Self::of_call(Kind::Response { message, request_id }, effect, true)
    }

    /// Returns this error as that of a call whose earlier attempt may have been carried out. Only a refusal for which the
    /// platform has looked up the key of the request says that it was not.
    pub(crate) fn after_unknown_outcome(self) -> Self {
        let is_refusal = !matches!(self.status(), Some(401 | 429)) && self.code().is_some_and(ErrorCode::is_known);
        Self { outcome_unknown: self.outcome_unknown || !is_refusal, ..self }
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Kind::Usage(message.into()))
    }

    fn new(kind: Kind) -> Self {
        Self { kind: Arc::new(kind), outcome_unknown: false }
    }

    fn of_call(kind: Kind, effect: Effect, may_be_made: bool) -> Self {
        Self { outcome_unknown: effect == Effect::Write && may_be_made, ..Self::new(kind) }
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

    /// Returns whether the credential is missing, or the platform rejects it.
    pub fn is_unauthorized(&self) -> bool {
        self.status() == Some(401) || self.is_signed_out()
    }

    /// Returns whether the session has ended: the platform refused to renew it, or the user signed out. The user must sign
    /// in again.
    pub fn is_signed_out(&self) -> bool {
        matches!(&*self.kind, Kind::SignIn(SignInError::SignedOut))
    }

    /// Returns whether the platform still answers 429 after the client has waited and retried several times.
    pub fn is_rate_limited(&self) -> bool {
        self.status() == Some(429)
    }

    /// Returns whether the resource does not exist or belongs to another organization.
    pub fn is_not_found(&self) -> bool {
        self.status() == Some(404)
    }

    /// Returns whether a field is missing or out of bounds. [`Error::details`] names the field.
    pub fn is_validation(&self) -> bool {
        self.has_code(&ErrorCode::CommonValidation)
    }

    /// Returns whether the cursor is malformed, altered, or belongs to another list. Start the list again.
    pub fn is_invalid_cursor(&self) -> bool {
        self.has_code(&ErrorCode::CommonInvalidCursor)
    }

    /// Returns whether no keyword data is available for the country.
    pub fn is_country_not_supported(&self) -> bool {
        self.has_code(&ErrorCode::KeywordCountryNotSupported)
    }

    /// Returns whether the keyword data provider rejected the request. [`Error::details`] may give the reason.
    pub fn is_provider_rejected(&self) -> bool {
        self.has_code(&ErrorCode::KeywordMetricsProviderRejected)
    }

    /// Returns whether the keyword data provider did not answer. A later call may succeed.
    pub fn is_provider_unavailable(&self) -> bool {
        self.has_code(&ErrorCode::KeywordMetricsProviderUnavailable)
    }

    /// Returns whether the platform has no keyword data provider.
    pub fn is_keyword_data_not_configured(&self) -> bool {
        self.has_code(&ErrorCode::KeywordMetricsNotConfigured)
    }

    /// Returns whether the platform answered with a server error (5xx).
    pub fn is_server(&self) -> bool {
        self.status().is_some_and(|status| status >= 500)
    }

    /// Returns whether no response arrived: the device is offline, the connection was refused or lost, or the request
    /// timed out.
    pub fn is_connection(&self) -> bool {
        self.transport()
            .is_some_and(|error| !matches!(error, TransportError::Cancelled | TransportError::Redirected(_)))
    }

    /// Returns whether no response arrived because the device was offline.
    pub fn is_offline(&self) -> bool {
        matches!(&*self.kind, Kind::Transport { offline: true, .. })
    }

    /// Returns whether the request could not be sent, such as to an unknown host, or to a port that refuses connections.
    pub fn is_not_sent(&self) -> bool {
        matches!(self.transport(), Some(TransportError::NotSent(_)))
    }

    /// Returns whether the server answered with a redirect. [`Error::message`] names its target where that is known.
    pub fn is_redirected(&self) -> bool {
        matches!(self.transport(), Some(TransportError::Redirected(_)))
    }

    /// Returns whether the request timed out.
    pub fn is_timeout(&self) -> bool {
        self.transport() == Some(&TransportError::TimedOut)
    }

    /// Returns whether the page or the user cancelled the call.
    pub fn is_cancelled(&self) -> bool {
        self.transport() == Some(&TransportError::Cancelled)
    }

    /// Returns whether the platform may have applied the change although its response was lost or cannot be read.
    ///
    /// If the platform honors idempotency keys, the client has sent the request again already, in vain. Sending it once more is
    /// safe under the same key ([`Client::with_idempotency_key`](crate::Client::with_idempotency_key)). Otherwise, check the
    /// state of the resource before you send the request again.
    pub fn is_outcome_unknown(&self) -> bool {
        self.outcome_unknown
    }

    /// Returns whether the same call may succeed a little later and is safe to send again.
    pub fn is_retryable(&self) -> bool {
        if self.is_outcome_unknown() {
            return false;
        }
        match &*self.kind {
            Kind::Api(api) => {
                (api.status == 429 || is_temporary(api.status))
                    && !self.has_code(&ErrorCode::KeywordMetricsNotConfigured)
            }
            Kind::Transport { error, .. } => {
                !matches!(error, TransportError::Cancelled | TransportError::Redirected(_))
            }
            _ => false,
        }
    }

    /// Returns whether the response does not have the documented shape. [`Error::message`] names the field.
    pub fn is_unreadable_response(&self) -> bool {
        matches!(&*self.kind, Kind::Response { .. })
    }

    /// Returns whether the caller passed an invalid argument, such as a malformed address.
    pub fn is_usage(&self) -> bool {
        matches!(&*self.kind, Kind::Usage(_))
    }

    /// Returns why signing in, or renewing the session, failed.
    pub fn sign_in_error(&self) -> Option<&SignInError> {
        match &*self.kind {
            Kind::SignIn(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the HTTP status. `None` when no response arrived.
    pub fn status(&self) -> Option<u16> {
        self.api().map(|api| api.status)
    }

    /// Returns the platform's error code. `None` on an internal error (500) and when the platform did not answer.
    ///
    /// Source: docs/platform-api.md, section 7.
    pub fn code(&self) -> Option<&ErrorCode> {
        self.api()?.body.code.as_ref()
    }

    /// Returns the platform's message in the client's language. `None` when the platform did not answer, or sent none.
    pub fn platform_message(&self) -> Option<&str> {
        self.api()?.body.message.as_deref()
    }

    /// Returns the platform's message in the client's language, or an English message when there is none.
    pub fn message(&self) -> String {
        if let Some(message) = self.platform_message() {
            return message.to_owned();
        }
        match &*self.kind {
            Kind::Api(ApiError { status, .. }) => format!("the server answered with status {status}"),
            Kind::Response { message, .. } | Kind::Usage(message) => message.clone(),
            Kind::Transport { error, .. } => error.to_string(),
            Kind::SignIn(error) => error.to_string(),
        }
    }

    /// Returns which fields the platform rejects, and why. Empty when the platform gives no details.
    pub fn details(&self) -> &[String] {
        self.api().map_or(&[], |api| &api.body.details)
    }

    /// Returns the id of the request in the platform's log. `None` when the platform did not answer.
    ///
    /// Source: docs/platform-api.md, section 1, rule 5.
    pub fn request_id(&self) -> Option<&str> {
        match &*self.kind {
            Kind::Api(ApiError { request_id, .. }) | Kind::Response { request_id, .. } => request_id.as_deref(),
            _ => None,
        }
    }

    /// Returns how long the platform asks the client to wait. `None` without a readable `Retry-After` header.
    pub fn retry_after(&self) -> Option<Duration> {
        self.api()?.retry_after
    }
}

/// Returns whether a status means that the server or a gateway produced no response in time, so that a read may be
/// repeated. 520 to 524 are those of a well-known gateway.
pub(crate) fn is_temporary(status: u16) -> bool {
    matches!(status, 408 | 502..=504 | 520..=524)
}

impl From<SignInError> for Error {
    fn from(error: SignInError) -> Self {
        Self::new(Kind::SignIn(error))
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
            Kind::SignIn(error) => Some(error),
            _ => None,
        }
    }
}
