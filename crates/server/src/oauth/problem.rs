//! What an OAuth endpoint refuses, in the words of its RFC.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::problem::Problem;

/// Why an OAuth endpoint does not answer as asked.
pub(super) enum OAuthProblem {
    /// The request is refused: a program can read why.
    Refused(Refusal),
    /// The server failed.
    Internal(Problem),
}

/// An error of OAuth.
///
/// Source: RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, section 3.2.2; RFC 8707, section 2.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Refusal {
    pub(super) error: &'static str,
    #[serde(rename = "error_description")]
    pub(super) description: String,
}

impl Refusal {
    pub(super) fn new(error: &'static str, description: impl Into<String>) -> Self {
        Self { error, description: description.into() }
    }

    fn status(&self) -> StatusCode {
        match self.error {
            "invalid_client" => StatusCode::UNAUTHORIZED,
            "temporarily_unavailable" => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

pub(super) fn invalid_request(description: impl Into<String>) -> Refusal {
    Refusal::new("invalid_request", description)
}

pub(super) fn invalid_grant(description: impl Into<String>) -> Refusal {
    Refusal::new("invalid_grant", description)
}

impl From<Refusal> for OAuthProblem {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<sea_orm::DbErr> for OAuthProblem {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Internal(error.into())
    }
}

impl IntoResponse for OAuthProblem {
    fn into_response(self) -> Response {
        match self {
            Self::Refused(refusal) => {
                let mut response =
                    (refusal.status(), [(header::CACHE_CONTROL, "no-store")], Json(&refusal)).into_response();
                if refusal.status() == StatusCode::TOO_MANY_REQUESTS {
                    response.headers_mut().insert(header::RETRY_AFTER, axum::http::HeaderValue::from(60));
                }
                response
            }
            Self::Internal(problem) => problem.into_response(),
        }
    }
}
