//! Authentication: the organization of an API key or an access token, and its rate limit.

use answerdeck_api::{ErrorCode, OrganizationId};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderValue, header, request::Parts};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;

use super::{RESPONSE_TIMEOUT, catch_failures};
use crate::database::entity::oauth_token::TokenKind;
use crate::database::{GUARD_TIMEOUT, stored};
use crate::problem::{ApiResult, Problem};
use crate::random::hash;
use crate::rate_limit::{Admission, CredentialQuery};
use crate::state::AppState;

/// The prefix of an access token.
pub(crate) const ACCESS_TOKEN_PREFIX: &str = "ada_";

/// The caller of a request. Every query is limited to its organization.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) organization_id: OrganizationId,
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| Problem::refused(ErrorCode::CommonUnauthorized))
    }
}

/// Identifies the caller and counts the request against the rate limit of its organization before it passes the request on.
pub(crate) async fn authenticate_and_limit(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let admitted = tokio::time::timeout(GUARD_TIMEOUT, admit(&app, request.headers()));
    let (caller, admission) = match admitted.await.unwrap_or(Err(Problem::Busy)) {
        Ok(admitted) => admitted,
        Err(problem @ Problem::Refused { .. }) => {
            return with_challenge(&app, credential(request.headers()).is_some(), problem);
        }
        Err(problem) => return problem.into_response(),
    };
    request.extensions_mut().insert(caller.clone());
    let mut response = with_rate_headers(admission, next.run(request)).await;
    // The log names the organization.
    response.extensions_mut().insert(caller);
    response
}

/// Identifies the caller, and counts the request, in one statement.
async fn admit(app: &AppState, headers: &HeaderMap) -> ApiResult<(Caller, Admission)> {
    let unauthorized = || Problem::refused(ErrorCode::CommonUnauthorized);
    let now = app.clock.now();
    let query = credential_query(credential(headers).ok_or_else(unauthorized)?, now);
    let admitted = app.rate_limiter.admit(&app.guard_database, query, now).await?;
    let (organization, admission) = admitted.ok_or_else(unauthorized)?;
    Ok((Caller { organization_id: stored(organization)? }, admission))
}

/// Adds the rate limit headers to the response, also after a timeout or a panic.
async fn with_rate_headers(admission: Admission, response: impl Future<Output = Response>) -> Response {
    let mut response = match admission.allowed {
        true => catch_failures(response, RESPONSE_TIMEOUT).await,
        false => Problem::refused(ErrorCode::PlatformRateLimitExceeded).into_response(),
    };
    admission.write_headers(response.headers_mut());
    response
}

/// Adds the challenge that tells the client where to get a token, and whether the one that it sent is invalid.
///
/// Source: RFC 9728, section 5.1; RFC 6750, section 3.1.
fn with_challenge(app: &AppState, has_credential: bool, problem: Problem) -> Response {
    let mut response = problem.into_response();
    let error = if has_credential { "error=\"invalid_token\", " } else { "" };
    let metadata = format!("{}/.well-known/oauth-protected-resource", app.config.public_url);
    let challenge = format!("Bearer {error}resource_metadata=\"{metadata}\"");
    if let Ok(challenge) = HeaderValue::from_str(&challenge) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
    }
    response
}

/// The query for the organization of a credential: an API key or an access token that is valid at `now`.
///
/// Source: docs/platform-api.md, section 5, rules 1 to 3.
fn credential_query(credential: &str, now: Timestamp) -> CredentialQuery {
    let hash = hash(credential).into();
    if credential.starts_with(ACCESS_TOKEN_PREFIX) {
        let sql = "SELECT api_keys.organization_id FROM oauth_tokens \
                   JOIN oauth_grants ON oauth_grants.id = oauth_tokens.grant_id \
                   JOIN api_keys ON api_keys.id = oauth_grants.api_key_id \
                   WHERE oauth_tokens.hash = $1 AND oauth_tokens.kind = $2 AND oauth_tokens.expires_at > $3 \
                   AND oauth_grants.revoked_at IS NULL AND api_keys.revoked_at IS NULL";
        CredentialQuery { sql, values: vec![hash, TokenKind::Access.into(), now.as_millisecond().into()] }
    } else {
        let sql = "SELECT organization_id FROM api_keys WHERE secret_hash = $1 AND revoked_at IS NULL";
        CredentialQuery { sql, values: vec![hash] }
    }
}

/// Reads the `API-Key` or `Authorization: Bearer` header. Each may carry an API key or an access token.
fn credential(headers: &HeaderMap) -> Option<&str> {
    headers.get("api-key").and_then(|value| value.to_str().ok()).or_else(|| bearer(headers))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn rate_headers_of(response: impl Future<Output = Response>) -> HeaderMap {
        let admission = Admission::new(1, Timestamp::UNIX_EPOCH);
        with_rate_headers(admission, response).await.headers().clone()
    }

    #[tokio::test(start_paused = true)]
    async fn a_response_that_times_out_has_the_rate_headers() {
        let headers = rate_headers_of(std::future::pending()).await;
        assert_eq!((&headers["x-ratelimit-remaining"], headers.len()), (&HeaderValue::from(9), 3));
    }

    #[tokio::test]
    async fn a_response_that_panics_has_the_rate_headers() {
        let headers = rate_headers_of(async { panic!("a panic") }).await;
        assert_eq!((&headers["x-ratelimit-remaining"], headers.len()), (&HeaderValue::from(9), 3));
    }
}
