//! What can go wrong while a request is answered, and how it reads on the wire.

use std::sync::Arc;

use answerdeck_api::{ErrorBody, ErrorCode};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::language::Language;

/// Why a request is not answered as asked.
#[derive(Debug, Clone)]
pub enum Problem {
    /// The request is refused: the caller can read why.
    Refused {
        /// The document's code.
        code: ErrorCode,
        /// Which fields, and why.
        details: Vec<String>,
    },
    /// The path names something, but nothing that the method applies to.
    MethodNotAllowed,
    /// The request was not answered in time.
    TimedOut,
    /// The server failed: the cause is logged and stays inside.
    Internal(Arc<dyn std::error::Error + Send + Sync>),
}

/// The result of answering a request.
pub type ApiResult<T> = Result<T, Problem>;

impl Problem {
    /// A refusal with nothing to add.
    pub fn refused(code: ErrorCode) -> Self {
        Self::Refused { code, details: Vec::new() }
    }

    /// A field out of its bounds.
    pub fn validation(detail: impl Into<String>) -> Self {
        Self::Refused { code: ErrorCode::CommonValidation, details: vec![detail.into()] }
    }

    /// A request that cannot be read.
    pub fn binding(detail: impl Into<String>) -> Self {
        Self::Refused { code: ErrorCode::CommonBinding, details: vec![detail.into()] }
    }

    /// The answer on the wire.
    pub(crate) fn render(&self, language: Language, request_id: &str) -> Response {
        let (status, body) = match self {
            Self::Refused { code, details } => {
                let status = code.status().and_then(|status| StatusCode::from_u16(status).ok());
                let body = ErrorBody {
                    message: language.message(code).to_owned(),
                    code: Some(code.clone()),
                    details: details.clone(),
                    request_id: None,
                };
                (status.unwrap_or(StatusCode::BAD_REQUEST), body)
            }
            Self::MethodNotAllowed => {
                let body = ErrorBody {
                    message: language.method_not_allowed().to_owned(),
                    code: Some(ErrorCode::SystemBadRequest),
                    details: Vec::new(),
                    request_id: None,
                };
                (StatusCode::METHOD_NOT_ALLOWED, body)
            }
            Self::TimedOut => {
                tracing::error!(request_id, "not answered in time");
                (StatusCode::SERVICE_UNAVAILABLE, without_code("Not answered in time", request_id))
            }
            Self::Internal(cause) => {
                tracing::error!(request_id, cause = %chain(cause.as_ref()), "internal error");
                (StatusCode::INTERNAL_SERVER_ERROR, without_code("Internal server error", request_id))
            }
        };
        (status, axum::Json(body)).into_response()
    }
}

/// The body of an error of the server's own.
///
/// Source: docs/platform-api.md, section 7.
fn without_code(message: &str, request_id: &str) -> ErrorBody {
    ErrorBody { code: None, message: message.to_owned(), details: Vec::new(), request_id: Some(request_id.to_owned()) }
}

fn chain(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl From<sea_orm::DbErr> for Problem {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Internal(Arc::new(error))
    }
}

/// A problem travels as an extension: the outermost layer knows the language and the request's id, and renders it.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
        response.headers_mut().remove(header::CONTENT_TYPE);
        response.extensions_mut().insert(self);
        response
    }
}
