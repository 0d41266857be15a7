//! Why a request fails, and the error response for it.

use std::sync::Arc;

use answerdeck_api::{ErrorBody, ErrorCode};
use answerdeck_database::failure::{DatabaseFailure, database_failure};
use answerdeck_statistics::StatisticsError;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use sea_orm::DbErr;

use crate::language::{self, Language};
use crate::limits::fair_semaphore::QueueFull;

/// Why a request fails.
#[derive(Debug, Clone)]
pub enum Problem {
    /// The request is refused. The response gives the reason.
    Refused {
        code: ErrorCode,
        /// The fields that are wrong, and why.
        details: Vec<String>,
    },
    /// The path exists, but does not support the method.
    ///
    /// The detail names the methods that it supports.
    MethodNotAllowed(String),
    /// The request took too long.
    TimedOut,
    /// Too many requests like this one are in progress. Nothing has changed.
    Busy,
    /// No connection to the database or lock in it became free in time, or the connection was lost. Nothing has changed.
    DatabaseBusy,
    /// The database cannot be reached. Nothing has changed. The cause is logged once.
    Unreachable,
    /// The database cannot store anything at the moment, for this reason. Nothing has changed. The cause is logged and not sent.
    Unwritable(&'static str, Arc<dyn std::error::Error + Send + Sync>),
    /// The server failed. The cause is logged and not sent.
    Internal(Arc<dyn std::error::Error + Send + Sync>),
}

/// The result of handling a request.
pub type ApiResult<T> = Result<T, Problem>;

impl Problem {
    /// Refuses the request with `code` and no details.
    pub fn refused(code: ErrorCode) -> Self {
        Self::Refused { code, details: Vec::new() }
    }

    /// Refuses the request with `code` and a detail.
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

    /// Builds the error response.
    pub(crate) fn render(&self, language: Language, request_id: &str) -> Response {
        let (status, body) = match self {
            Self::Refused { code, details } => {
                let status = code.status().and_then(|status| StatusCode::from_u16(status).ok());
                let body = ErrorBody {
                    message: language::message(language, code),
                    code: Some(code.clone()),
                    details: details.iter().map(|detail| language::detail(language, detail)).collect(),
                    request_id: None,
                };
                if *code == ErrorCode::IdempotencyKeyInProgress {
                    let headers = [(header::RETRY_AFTER, "1")];
                    return (StatusCode::CONFLICT, headers, axum::Json(body)).into_response();
                }
                (status.unwrap_or(StatusCode::BAD_REQUEST), body)
            }
            Self::MethodNotAllowed(detail) => {
                let body = ErrorBody {
                    message: language::method_not_allowed(language).to_owned(),
                    code: Some(ErrorCode::SystemBadRequest),
                    details: vec![language::detail(language, detail)],
                    request_id: None,
                };
                (StatusCode::METHOD_NOT_ALLOWED, body)
            }
            Self::TimedOut => {
                tracing::error!(request_id, "the request timed out");
                return unavailable("10", without_code("The request timed out", request_id));
            }
            Self::Busy => {
                tracing::warn!(request_id, "the server is busy");
                return unavailable("1", without_code("The server is busy", request_id));
            }
            Self::DatabaseBusy => {
                tracing::warn!(request_id, "the database is busy");
                return unavailable("1", without_code("The database is busy", request_id));
            }
            Self::Unreachable => {
                tracing::debug!(request_id, "the database cannot be reached");
                return unavailable("1", without_code("The database cannot be reached", request_id));
            }
            Self::Unwritable(_, cause) => {
                tracing::error!(request_id, cause = %cause_chain(cause.as_ref()), "the database cannot be written");
                let body = without_code("The server cannot store anything at the moment", request_id);
                return unavailable("10", body);
            }
            Self::Internal(cause) => {
                tracing::error!(request_id, cause = %cause_chain(cause.as_ref()), "internal error");
                (StatusCode::INTERNAL_SERVER_ERROR, without_code("Internal server error", request_id))
            }
        };
        (status, axum::Json(body)).into_response()
    }
}

/// Builds a 503 that tells the client after how many seconds to send the request again.
fn unavailable(retry_after: &'static str, body: ErrorBody) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, retry_after)], axum::Json(body)).into_response()
}

/// Builds the body of an error that has no code.
///
/// Source: docs/platform-api.md, section 7.
fn without_code(message: &str, request_id: &str) -> ErrorBody {
    ErrorBody { code: None, message: message.to_owned(), details: Vec::new(), request_id: Some(request_id.to_owned()) }
}

fn cause_chain(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect::<Vec<_>>().join(": ")
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
