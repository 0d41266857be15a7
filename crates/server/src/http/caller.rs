//! Authentication: the organization of an API key or an access token, and its rate limit.

use answerdeck_api::{ErrorCode, OrganizationId};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderValue, header, request::Parts};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::token_resource::TokenResource;
use super::{RESPONSE_TIMEOUT, catch_failures};
use crate::database::entity::oauth_token::TokenKind;
use crate::database::entity::{api_key, oauth_grant, oauth_token};
use crate::database::{GUARD_TIMEOUT, stored};
use crate::problem::{ApiResult, Problem};
use crate::random::hash;
use crate::rate_limit::Admission;
use crate::state::AppState;

/// The prefix of an access token.
pub(crate) const ACCESS_TOKEN_PREFIX: &str = "ada_";

/// The only scope of access tokens.
///
/// Source: docs/platform-api.md, section 5.
pub(crate) const SCOPE: &str = "mcp";

/// What a credential gives access to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProtectedResource {
    /// The platform API.
    Api,
    /// The endpoint for language models.
    Mcp,
}

impl ProtectedResource {
    fn path(self) -> &'static str {
        match self {
            Self::Api => "/api",
            Self::Mcp => "/mcp",
        }
    }
}

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
/// A request of a tool has its caller already.
pub(crate) async fn authenticate_and_limit(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let known = request.extensions().get::<Caller>().cloned();
    let admitted = tokio::time::timeout(GUARD_TIMEOUT, admit(&app, known, request.headers()));
    let (caller, admission) = match admitted.await.unwrap_or(Err(Problem::Busy)) {
        Ok(admitted) => admitted,
        Err(problem) => return refusal(&app, ProtectedResource::Api, request.headers(), problem),
    };
    request.extensions_mut().insert(caller.clone());
    let mut response = with_rate_headers(admission, next.run(request)).await;
    // The log names the organization.
    response.extensions_mut().insert(caller);
    response
}

/// Identifies the caller of `/mcp`. The rate limit counts what tools ask, not the requests of the protocol.
pub(crate) async fn authenticate_mcp(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let authenticated = authenticate(&app, ProtectedResource::Mcp, request.headers());
    let authenticated = tokio::time::timeout(GUARD_TIMEOUT, authenticated);
    let caller = match authenticated.await.unwrap_or(Err(Problem::Busy)) {
        Ok(caller) => caller,
        Err(problem) => return refusal(&app, ProtectedResource::Mcp, request.headers(), problem),
    };
    request.extensions_mut().insert(caller.clone());
    let mut response = next.run(request).await;
    // The log names the organization.
    response.extensions_mut().insert(caller);
    response
}

/// Identifies the caller unless it is known, and counts the request.
async fn admit(app: &AppState, known: Option<Caller>, headers: &HeaderMap) -> ApiResult<(Caller, Admission)> {
    let caller = match known {
        Some(caller) => caller,
        None => authenticate(app, ProtectedResource::Api, headers).await?,
    };
    let organization = caller.organization_id.as_str();
    let admission = app.rate_limiter.count(&app.guard_database, organization, app.clock.now()).await?;
    Ok((caller, admission))
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

/// Refuses a request. A wrong credential gets the challenge that tells the client where to get a token, and whether the one
/// that it sent is invalid.
///
/// Source: RFC 9728, section 5.1; RFC 6750, section 3.1.
fn refusal(app: &AppState, resource: ProtectedResource, headers: &HeaderMap, problem: Problem) -> Response {
    let is_refused = matches!(problem, Problem::Refused { .. });
    let mut response = problem.into_response();
    if !is_refused {
        return response;
    }
    let error = if credential(headers).is_some() { "error=\"invalid_token\", " } else { "" };
    let (path, scope) = match resource {
        ProtectedResource::Api => ("", String::new()),
        ProtectedResource::Mcp => (resource.path(), format!(", scope=\"{SCOPE}\"")),
    };
    let metadata = format!("{}/.well-known/oauth-protected-resource{path}", app.config.public_url);
    let challenge = format!("Bearer {error}resource_metadata=\"{metadata}\"{scope}");
    if let Ok(challenge) = HeaderValue::from_str(&challenge) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
    }
    response
}

/// Reads the `API-Key` or `Authorization: Bearer` header. Each may carry an API key or an access token.
///
/// Source: docs/platform-api.md, section 5, rules 1 to 3.
async fn authenticate(app: &AppState, resource: ProtectedResource, headers: &HeaderMap) -> ApiResult<Caller> {
    let unauthorized = || Problem::refused(ErrorCode::CommonUnauthorized);
    let credential = credential(headers).ok_or_else(unauthorized)?;
    let key = if credential.starts_with(ACCESS_TOKEN_PREFIX) {
        key_of_access_token(app, resource, credential).await?
    } else {
        api_key::Entity::find()
            .filter(api_key::Column::SecretHash.eq(hash(credential)))
            .one(&app.guard_database)
            .await?
    };
    match key {
        Some(key) if key.revoked_at.is_none() => Ok(Caller { organization_id: stored(key.organization_id)? }),
        _ => Err(unauthorized()),
    }
}

fn credential(headers: &HeaderMap) -> Option<&str> {
    headers.get("api-key").and_then(|value| value.to_str().ok()).or_else(|| bearer(headers))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

async fn key_of_access_token(
    app: &AppState,
    resource: ProtectedResource,
    token: &str,
) -> ApiResult<Option<api_key::Model>> {
    let now = app.clock.now().as_millisecond();
    let Some(token) = oauth_token::Entity::find_by_id(hash(token)).one(&app.guard_database).await? else {
        return Ok(None);
    };
    let is_for = TokenResource::stored(token.resource).covers(resource.path());
    if token.kind != TokenKind::Access || token.expires_at <= now || !is_for {
        return Ok(None);
    }
    let found = oauth_grant::Entity::find_by_id(token.grant_id)
        .filter(oauth_grant::Column::RevokedAt.is_null())
        .one(&app.guard_database)
        .await?;
    let Some(grant) = found else { return Ok(None) };
    Ok(api_key::Entity::find_by_id(grant.api_key_id).one(&app.guard_database).await?)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use sea_orm::DatabaseConnection;

    use super::*;
    use crate::rate_limit::RateLimiter;

    async fn rate_headers_of(response: impl Future<Output = Response>) -> HeaderMap {
        let limiter = RateLimiter::Memory(Mutex::default());
        let now = jiff::Timestamp::UNIX_EPOCH;
        let admission = limiter.count(&DatabaseConnection::default(), "a", now).await.unwrap();
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
