//! The errors of the OAuth endpoints.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::texts::ConsentError;
use crate::problem::Problem;

/// When a throttled request may be repeated: each throttle counts a minute.
pub(super) const THROTTLED_SECONDS: HeaderValue = HeaderValue::from_static("60");

/// Why an OAuth endpoint cannot answer a request.
pub(super) enum OAuthProblem {
    Rejected(ErrorResponse),
    Internal(Problem),
}

/// Why the consent page is not shown.
pub(super) enum ConsentProblem {
    /// The page shows the error, because no redirect URI is trusted yet.
    Shown(ConsentError),
    Internal(Problem),
}

/// The error code and description of an OAuth error response.
///
/// Source: RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, section 3.2.2; RFC 8707, section 2.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct ErrorResponse {
    pub(super) error: &'static str,
    #[serde(rename = "error_description")]
    pub(super) description: String,
}

impl ErrorResponse {
    /// Replaces the characters that a description cannot have, such as those that a client sent.
    pub(super) fn new(error: &'static str, description: impl Into<String>) -> Self {
        let allowed = |char| match char {
            ' '..='!' | '#'..='[' | ']'..='~' => char,
            '"' => '\'',
            _ => '?',
        };
        Self { error, description: description.into().chars().map(allowed).collect() }
    }

    /// Returns the parameters that report the error to a client, without `state` and `iss`.
    ///
    /// Source: RFC 6749, section 4.1.2.1.
    pub(super) fn parameters(&self) -> [(&'static str, &str); 2] {
        [("error", self.error), ("error_description", &self.description)]
    }

    fn status(&self) -> StatusCode {
        match self.error {
            "invalid_client" => StatusCode::UNAUTHORIZED,
            "temporarily_unavailable" => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

pub(super) fn invalid_request(description: impl Into<String>) -> ErrorResponse {
    ErrorResponse::new("invalid_request", description)
}

pub(super) fn invalid_grant(description: impl Into<String>) -> ErrorResponse {
    ErrorResponse::new("invalid_grant", description)
}

impl From<ErrorResponse> for OAuthProblem {
    fn from(error: ErrorResponse) -> Self {
        Self::Rejected(error)
    }
}

impl From<sea_orm::DbErr> for OAuthProblem {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Internal(error.into())
    }
}

impl From<ConsentError> for ConsentProblem {
    fn from(error: ConsentError) -> Self {
        Self::Shown(error)
    }
}

impl From<sea_orm::DbErr> for ConsentProblem {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Internal(error.into())
    }
}

impl IntoResponse for OAuthProblem {
    fn into_response(self) -> Response {
        match self {
            Self::Rejected(error) => {
                let mut response =
                    (error.status(), [(header::CACHE_CONTROL, "no-store")], Json(&error)).into_response();
                if error.status() == StatusCode::TOO_MANY_REQUESTS {
                    response.headers_mut().insert(header::RETRY_AFTER, THROTTLED_SECONDS);
                }
                response
            }
            Self::Internal(problem) => problem.into_response(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_has_only_the_characters_of_the_specification() {
        let error = invalid_request("invalid type: string \"가\\\n`é`\", expected [a]~!");
        assert_eq!(error.description, "invalid type: string '???`?`', expected [a]~!");
    }
}
