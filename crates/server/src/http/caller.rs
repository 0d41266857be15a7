//! Authentication: the organization of an API key or an access token, and its rate limit.

use answerdeck_api::{ErrorCode, OrganizationId};
use answerdeck_database::entity::oauth_token::TokenKind;
use answerdeck_database::{CHECK_TIMEOUT, parse_stored_id, query_row};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header, request::Parts};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;

use super::{RESPONSE_TIMEOUT, catch_failures};
use crate::admission::rate_limit::{CredentialQuery, RateLimitStatus};
use crate::problem::{ApiResult, Problem};
use crate::random::hash;
use crate::state::AppState;

pub(crate) const API_KEY_PREFIX: &str = "adk_";
pub(crate) const ACCESS_TOKEN_PREFIX: &str = "ada_";

/// The only scope of access tokens.
///
/// Source: docs/platform-api.md, section 5.
pub(crate) const SCOPE: &str = "mcp";

/// What a credential gives access to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProtectedResource {
    Api,
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
        parts.extensions.get::<Self>().cloned().ok_or_else(unauthorized)
    }
}

/// A read, and who asks for it.
pub(crate) struct Read {
    pub(crate) app: AppState,
    pub(crate) caller: Caller,
}

impl FromRequestParts<AppState> for Read {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Problem> {
        Ok(Self { app: app.clone(), caller: Caller::from_request_parts(parts, app).await? })
    }
}

/// Identifies the caller and counts the request against the rate limit of its organization before it passes the request on.
/// A request of a tool has its caller already.
pub(crate) async fn authenticate_and_limit(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let known = request.extensions().get::<Caller>().cloned();
    let path = format!("{}{}", ProtectedResource::Api.path(), request.uri().path());
    let counted = authenticate_and_count(&app, known, request.headers(), &path);
    let counted = tokio::time::timeout(CHECK_TIMEOUT, counted);
    let (caller, rate_limit) = match counted.await.unwrap_or(Err(Problem::DatabaseBusy)) {
        Ok(counted) => counted,
        Err(problem) => return refusal(&app, ProtectedResource::Api, request.headers(), problem),
    };
    request.extensions_mut().insert(caller.clone());
    let mut response = with_rate_headers(rate_limit, next.run(request)).await;
    // The log names the organization.
    response.extensions_mut().insert(caller);
    response
}

/// Identifies the caller of `/mcp`. The request is not counted: the rate limit counts the requests that tools send to the API.
pub(crate) async fn authenticate_mcp(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let authenticated = authenticate(&app, ProtectedResource::Mcp, request.headers());
    let authenticated = tokio::time::timeout(CHECK_TIMEOUT, authenticated);
    let caller = match authenticated.await.unwrap_or(Err(Problem::DatabaseBusy)) {
        Ok(caller) => caller,
        Err(problem) => return refusal(&app, ProtectedResource::Mcp, request.headers(), problem),
    };
    request.extensions_mut().insert(caller.clone());
    let mut response = next.run(request).await;
    // The log names the organization.
    response.extensions_mut().insert(caller);
    response
}

/// Refuses a request without a valid credential, and says how to send one.
fn unauthorized() -> Problem {
    let detail = "API-Key: send a valid credential as API-Key: adk_… or Authorization: Bearer …";
    Problem::refused_with(ErrorCode::CommonUnauthorized, detail)
}

/// Refuses an unknown credential. If it is a token for another resource, the refusal says so.
async fn unknown_credential(app: &AppState, headers: &HeaderMap) -> ApiResult<Problem> {
    let hash = credential(headers).map(hash).unwrap_or_default();
    let sql = "SELECT resource FROM oauth_tokens WHERE hash = $1";
    let resource: Option<Option<String>> = query_row(&app.databases.auth, sql, [hash.into()]).await?;
    let Some(resource) = resource.flatten() else { return Ok(unauthorized()) };
    let query = credential_query(headers, &resource, app.clock.now())?;
    if query.organization(&app.databases.auth).await?.is_none() {
        return Ok(unauthorized());
    }
    let detail = format!("Authorization: this token is for {}{resource} only", app.config.public_url);
    Ok(Problem::refused_with(ErrorCode::CommonUnauthorized, detail))
}

/// Finds the caller by the credential in `headers`, without counting the request.
async fn authenticate(app: &AppState, resource: ProtectedResource, headers: &HeaderMap) -> ApiResult<Caller> {
    let query = credential_query(headers, resource.path(), app.clock.now())?;
    match query.organization(&app.databases.auth).await? {
        Some(organization) => Ok(Caller { organization_id: parse_stored_id(organization)? }),
        None => Err(unknown_credential(app, headers).await?),
    }
}

/// Identifies the caller of a path unless it is known, and counts the request, in one statement.
async fn authenticate_and_count(
    app: &AppState,
    known: Option<Caller>,
    headers: &HeaderMap,
    path: &str,
) -> ApiResult<(Caller, RateLimitStatus)> {
    let now = app.clock.now();
    let query = match known {
        Some(caller) => CredentialQuery {
            sql: "SELECT id AS organization_id FROM organizations WHERE id = $1",
            values: vec![caller.organization_id.as_str().into()],
        },
        None => credential_query(headers, path, now)?,
    };
    match app.rate_limiter.count(&app.databases.auth, query, now).await? {
        Some((organization, rate_limit)) => {
            Ok((Caller { organization_id: parse_stored_id(organization)? }, rate_limit))
        }
        None => Err(unknown_credential(app, headers).await?),
    }
}

/// Adds the rate limit headers to the response, even after a timeout or a panic.
async fn with_rate_headers(rate_limit: RateLimitStatus, response: impl Future<Output = Response>) -> Response {
    let mut response = match rate_limit.allowed {
        true => catch_failures(response, RESPONSE_TIMEOUT).await,
        false => Problem::refused(ErrorCode::PlatformRateLimitExceeded).into_response(),
    };
    rate_limit.write_headers(response.headers_mut());
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

/// The query for the organization of a credential: an API key, or an access token that is valid at `now` for `path`: its resource is
/// the path or one above it.
///
/// Source: docs/platform-api.md, section 5, rules 1 to 3.
fn credential_query(headers: &HeaderMap, path: &str, now: Timestamp) -> ApiResult<CredentialQuery> {
    let credential = credential(headers).ok_or_else(unauthorized)?;
    let hash = hash(credential).into();
    Ok(if credential.starts_with(ACCESS_TOKEN_PREFIX) {
        let sql = "SELECT api_keys.organization_id FROM oauth_tokens \
                   JOIN oauth_grants ON oauth_grants.id = oauth_tokens.grant_id \
                   JOIN api_keys ON api_keys.id = oauth_grants.api_key_id \
                   WHERE oauth_tokens.hash = $1 AND oauth_tokens.kind = $2 AND oauth_tokens.expires_at > $3 \
                   AND (oauth_tokens.resource IS NULL \
                   OR substr($4, 1, length(oauth_tokens.resource) + 1) = oauth_tokens.resource || '/') \
                   AND oauth_grants.revoked_at IS NULL AND api_keys.revoked_at IS NULL";
        let values = vec![hash, TokenKind::Access.into(), now.as_millisecond().into(), format!("{path}/").into()];
        CredentialQuery { sql, values }
    } else {
        let sql = "SELECT organization_id FROM api_keys WHERE secret_hash = $1 AND revoked_at IS NULL";
        CredentialQuery { sql, values: vec![hash] }
    })
}

/// Reads the header `API-Key`, `X-API-Key` as many clients call it, or `Authorization`. Each may carry an API key or an access token,
/// after `Bearer` or without it. An empty key counts as absent.
fn credential(headers: &HeaderMap) -> Option<&str> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let api_key = |name: &'static str| text(HeaderName::from_static(name)).filter(|key| !key.is_empty());
    if let Some(key) = api_key("api-key").or_else(|| api_key("x-api-key")) {
        return Some(after_bearer(key).unwrap_or(key));
    }
    let authorization = text(header::AUTHORIZATION)?;
    // The scheme of another kind of credential has no prefix.
    let has_prefix = || [API_KEY_PREFIX, ACCESS_TOKEN_PREFIX].iter().any(|prefix| authorization.starts_with(prefix));
    after_bearer(authorization).or_else(|| has_prefix().then_some(authorization))
}

fn after_bearer(value: &str) -> Option<&str> {
    let (scheme, credential) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| credential.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn rate_headers_of(response: impl Future<Output = Response>) -> HeaderMap {
        let rate_limit = RateLimitStatus::new(1, 10, Timestamp::UNIX_EPOCH);
        with_rate_headers(rate_limit, response).await.headers().clone()
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
