//! Who calls: the organization behind an API key or an access token.

use answerdeck_api::ErrorCode;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderValue, header, request::Parts};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::{ANSWER_TIMEOUT, contained};
use crate::database::entity::oauth_token::TokenKind;
use crate::database::entity::{api_key, oauth_grant, oauth_token};
use crate::problem::{ApiResult, Problem};
use crate::random::hash;
use crate::rate_limit::Admission;
use crate::state::AppState;

/// The prefix of an access token.
pub(crate) const ACCESS_TOKEN: &str = "ada_";

/// Who calls. Every query is scoped to its organization.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) organization_id: String,
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| Problem::refused(ErrorCode::CommonUnauthorized))
    }
}

/// Finds out who calls, counts the request against its organization's limit, and only then lets it through.
pub(crate) async fn admit(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let caller = match identify(&app, request.headers()).await {
        Ok(caller) => caller,
        Err(problem) => return unauthenticated(&app, problem),
    };
    let admission = match app.limiter.admit(&app.database, &caller.organization_id, app.clock.now()).await {
        Ok(admission) => admission,
        Err(error) => return Problem::from(error).into_response(),
    };
    request.extensions_mut().insert(caller);
    counted(admission, next.run(request)).await
}

/// The answer to a request that was counted, with the rate headers however it ends.
async fn counted(admission: Admission, answer: impl Future<Output = Response>) -> Response {
    let mut response = match admission.allowed {
        true => contained(answer, ANSWER_TIMEOUT).await,
        false => Problem::refused(ErrorCode::PlatformRateLimitExceeded).into_response(),
    };
    admission.write(response.headers_mut());
    response
}

/// A 401 tells where a token can be had.
///
/// Source: RFC 9728, section 5.1.
fn unauthenticated(app: &AppState, problem: Problem) -> Response {
    let mut response = problem.into_response();
    let challenge =
        format!("Bearer resource_metadata=\"{}/.well-known/oauth-protected-resource\"", app.config.public_url);
    if let Ok(challenge) = HeaderValue::from_str(&challenge) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
    }
    response
}

/// Reads `API-Key` or `Authorization: Bearer`; each carries an API key or an access token.
///
/// Source: docs/platform-api.md, section 5, rules 1 to 3.
async fn identify(app: &AppState, headers: &HeaderMap) -> ApiResult<Caller> {
    let unauthorized = || Problem::refused(ErrorCode::CommonUnauthorized);
    let credential = headers
        .get("api-key")
        .and_then(|value| value.to_str().ok())
        .or_else(|| bearer(headers))
        .ok_or_else(unauthorized)?;
    let key = if credential.starts_with(ACCESS_TOKEN) {
        key_of_access_token(app, credential).await?
    } else {
        api_key::Entity::find().filter(api_key::Column::SecretHash.eq(hash(credential))).one(&app.database).await?
    };
    match key {
        Some(key) if key.revoked_at.is_none() => Ok(Caller { organization_id: key.organization_id }),
        _ => Err(unauthorized()),
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

async fn key_of_access_token(app: &AppState, token: &str) -> ApiResult<Option<api_key::Model>> {
    let now = app.clock.now().as_millisecond();
    let Some(token) = oauth_token::Entity::find_by_id(hash(token)).one(&app.database).await? else {
        return Ok(None);
    };
    if token.kind != TokenKind::Access || token.expires_at <= now {
        return Ok(None);
    }
    let found = oauth_grant::Entity::find_by_id(token.grant_id)
        .filter(oauth_grant::Column::RevokedAt.is_null())
        .one(&app.database)
        .await?;
    let Some(grant) = found else { return Ok(None) };
    Ok(api_key::Entity::find_by_id(grant.api_key_id).one(&app.database).await?)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use sea_orm::DatabaseConnection;

    use super::*;
    use crate::rate_limit::RateLimiter;

    async fn headers_of(answer: impl Future<Output = Response>) -> HeaderMap {
        let limiter = RateLimiter::Memory(Mutex::default());
        let now = jiff::Timestamp::UNIX_EPOCH;
        let admission = limiter.admit(&DatabaseConnection::default(), "a", now).await.unwrap();
        counted(admission, answer).await.headers().clone()
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_times_out_has_the_rate_headers() {
        let headers = headers_of(std::future::pending()).await;
        assert_eq!((&headers["x-ratelimit-remaining"], headers.len()), (&HeaderValue::from(9), 3));
    }

    #[tokio::test]
    async fn an_answer_that_panics_has_the_rate_headers() {
        let headers = headers_of(async { panic!("a panic") }).await;
        assert_eq!((&headers["x-ratelimit-remaining"], headers.len()), (&HeaderValue::from(9), 3));
    }
}
