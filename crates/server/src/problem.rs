//! Why a request fails, and the error response for it.

use std::sync::Arc;

use answerdeck_api::{ErrorBody, ErrorCode};
use answerdeck_database::failure::{DatabaseFailure, database_failure};
use answerdeck_statistics::{ClickHouseError, StatisticsError};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use sea_orm::DbErr;

use crate::admission::fair_semaphore::QueueFull;
use crate::language::{self, INVALID_ID, Language};

#[derive(Debug, Clone)]
pub enum Problem {
    /// The request is refused. The response gives the reason.
    Refused {
        code: ErrorCode,
        /// The fields that are wrong, and why.
        details: Vec<String>,
    },
    /// The path exists, but does not support the method. The detail names the methods that it supports.
    MethodNotAllowed(String),
    TimedOut,
    /// Too many requests like this one are in progress. Nothing has changed.
    Busy,
    /// No connection to the database or lock in it became free in time, or the connection was lost. Nothing has changed.
    DatabaseBusy,
    /// The database cannot be reached. Nothing has changed. The cause is logged once.
    Unreachable,
    /// The database cannot store anything at the moment, for this reason. Nothing has changed. The cause is logged and not sent.
    Unwritable(&'static str, Arc<dyn std::error::Error + Send + Sync>),
    /// ClickHouse gives no complete answer. The cause is logged and not sent.
    StatisticsUnavailable(Arc<ClickHouseError>),
    /// The server failed. The cause is logged and not sent.
    Internal(Arc<dyn std::error::Error + Send + Sync>),
}

pub type ApiResult<T> = Result<T, Problem>;

impl Problem {
    pub fn refused(code: ErrorCode) -> Self {
        Self::Refused { code, details: Vec::new() }
    }

    pub(crate) fn refused_with(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self::Refused { code, details: vec![detail.into()] }
    }

    /// Refuses the request because a field is out of bounds.
    pub fn validation(detail: impl Into<String>) -> Self {
        Self::refused_with(ErrorCode::CommonValidation, detail)
    }

    /// Refuses the request because it cannot be parsed.
    pub fn binding(detail: impl Into<String>) -> Self {
        Self::refused_with(ErrorCode::CommonBinding, detail)
    }

    /// The same, for a request that has the refused fields in its field `parent`.
    pub(crate) fn within(self, parent: &str) -> Self {
        match self {
            Self::Refused { code, details } => {
                let details = details.into_iter().map(|detail| format!("{parent}.{detail}")).collect();
                Self::Refused { code, details }
            }
            other => other,
        }
    }

    /// Refuses the request for all of these reasons, if there are any.
    pub(crate) fn refuse_all(code: ErrorCode, details: Vec<String>) -> ApiResult<()> {
        if details.is_empty() { Ok(()) } else { Err(Self::Refused { code, details }) }
    }

    /// Both values, or one refusal for both problems, with the code of the first. A field that it names has only its details.
    pub(crate) fn both<A, B>(first: ApiResult<A>, second: ApiResult<B>) -> ApiResult<(A, B)> {
        fn field(detail: &str) -> &str {
            detail.strip_prefix(INVALID_ID).unwrap_or(detail).split(": ").next().unwrap_or_default()
        }
        match (first, second) {
            (Ok(first), Ok(second)) => Ok((first, second)),
            (Err(Self::Refused { code, mut details }), Err(Self::Refused { details: mut others, .. })) => {
                others.retain(|other| details.iter().all(|detail| field(detail) != field(other)));
                details.extend(others);
                Err(Self::Refused { code, details })
            }
            (Err(problem), _) | (_, Err(problem)) => Err(problem),
        }
    }

    /// The code of the error response.
    pub(crate) fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Refused { code, .. } => Some(code.clone()),
            Self::MethodNotAllowed(_) => Some(ErrorCode::SystemBadRequest),
            _ => None,
        }
    }

    /// Builds the error response, and logs a failure.
    pub(crate) fn render(&self, language: Language, request_id: &str) -> Response {
        let unavailable = |retry_after: &'static str, message: &str| {
            (StatusCode::SERVICE_UNAVAILABLE, Some(retry_after), without_code(message, request_id))
        };
        // After `retry_after` seconds, the client may send the request again.
        let (status, retry_after, body) = match self {
            Self::Refused { code, details } => {
                let status = code.status().and_then(|status| StatusCode::from_u16(status).ok());
                let retry_after = (*code == ErrorCode::IdempotencyKeyInProgress).then_some("1");
                (status.unwrap_or(StatusCode::BAD_REQUEST), retry_after, with_code(language, code, details))
            }
            Self::MethodNotAllowed(detail) => {
                let body = with_code(language, &ErrorCode::SystemBadRequest, std::slice::from_ref(detail));
                let message = language::method_not_allowed(language).to_owned();
                (StatusCode::METHOD_NOT_ALLOWED, None, ErrorBody { message, ..body })
            }
            Self::TimedOut => {
                tracing::error!(request_id, "the request timed out");
                unavailable("10", "The request timed out")
            }
            Self::Busy => {
                tracing::warn!(request_id, "the server is busy");
                unavailable("1", "The server is busy")
            }
            Self::DatabaseBusy => {
                tracing::warn!(request_id, "the database is busy");
                unavailable("1", "The database is busy")
            }
            Self::Unreachable => {
                tracing::debug!(request_id, "the database cannot be reached");
                unavailable("1", "The database cannot be reached")
            }
            Self::Unwritable(_, cause) => {
                tracing::error!(request_id, cause = %cause_chain(cause.as_ref()), "the database cannot be written");
                unavailable("10", "The server cannot store anything at the moment")
            }
            Self::StatisticsUnavailable(cause) => {
                tracing::error!(request_id, cause = %cause_chain(cause.as_ref()), "ClickHouse does not answer");
                unavailable("1", "The statistics are not available at the moment")
            }
            Self::Internal(cause) => {
                tracing::error!(request_id, cause = %cause_chain(cause.as_ref()), "internal error");
                (StatusCode::INTERNAL_SERVER_ERROR, None, without_code("Internal server error", request_id))
            }
        };
        let retry_after = retry_after.map(|seconds| [(header::RETRY_AFTER, seconds)]);
        (status, retry_after, axum::Json(body)).into_response()
    }
}

pub(crate) fn with_code(language: Language, code: &ErrorCode, details: &[String]) -> ErrorBody {
    ErrorBody {
        message: language::message(language, code),
        code: Some(code.clone()),
        details: details.iter().map(|detail| language::detail(language, detail)).collect(),
        request_id: None,
    }
}

/// Builds the body of an error that has no code.
///
/// Source: docs/platform-api.md, section 7.
fn without_code(message: &str, request_id: &str) -> ErrorBody {
    ErrorBody { code: None, message: message.to_owned(), details: Vec::new(), request_id: Some(request_id.to_owned()) }
}

/// The texts of an error and of its causes. The errors of libraries repeat their causes: each is said once.
pub(crate) fn cause_chain(error: &dyn std::error::Error) -> String {
    let mut chain = error.to_string();
    for cause in std::iter::successors(error.source(), |cause| cause.source()).map(ToString::to_string) {
        if !chain.ends_with(&cause) {
            chain = format!("{chain}: {cause}");
        }
    }
    let mut texts: Vec<&str> = chain.split(": ").collect();
    texts.dedup();
    texts.join(": ")
}

impl From<QueueFull> for Problem {
    fn from(_: QueueFull) -> Self {
        Self::Busy
    }
}

impl From<DbErr> for Problem {
    fn from(error: DbErr) -> Self {
        match database_failure(&error) {
            Some(DatabaseFailure::Busy) => Self::DatabaseBusy,
            Some(DatabaseFailure::StatementTimedOut) => Self::TimedOut,
            Some(DatabaseFailure::Unwritable(reason)) => Self::Unwritable(reason, Arc::new(error)),
            None => Self::Internal(Arc::new(error)),
        }
    }
}

impl From<StatisticsError> for Problem {
    fn from(error: StatisticsError) -> Self {
        match error {
            StatisticsError::Refused { code, details } => Self::Refused { code, details },
            StatisticsError::Database(error) => error.into(),
            StatisticsError::ClickHouse(error) => Self::StatisticsUnavailable(Arc::new(error)),
        }
    }
}

/// Stores the problem as an extension of the response. The outermost layer knows the language and the request id, and
/// renders the problem.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
        response.headers_mut().remove(header::CONTENT_TYPE);
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::RuntimeErr;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the run cannot be read")]
    struct Unreadable(#[source] DbErr);

    #[test]
    fn a_cause_is_said_once() {
        let error = DbErr::Query(RuntimeErr::Internal("Query Error: no such table: runs".to_owned()));
        let chain = cause_chain(&Unreadable(error));
        assert_eq!(chain, "the run cannot be read: Query Error: no such table: runs");
    }
}
