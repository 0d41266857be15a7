//! Refreshing tokens. A refresh that a network stack repeats gets the same tokens again.

use answerdeck_api::limits::ACCESS_TOKEN_SECONDS;
use answerdeck_database::begin;
use answerdeck_database::entity::oauth_token::{self, TokenKind};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
};
use sha2::{Digest, Sha256};

use super::grant::{
    REFRESH_TOKEN_PREFIX, TokenPair, find_grant, granted_resource, is_active, revoke_after_reuse, store,
};
use super::problem::{ErrorResponse, OAuthProblem, invalid_grant};
use crate::http::caller::ACCESS_TOKEN_PREFIX;
use crate::http::token_resource::TokenResource;
use crate::random::hash;
use crate::state::AppState;

/// How long a refresh that is repeated gets its tokens again, in milliseconds: the response may have been lost.
const REPEATABLE_MS: i64 = 30 * 1_000;

/// Exchanges a refresh token for new tokens. A repetition within [`REPEATABLE_MS`] gets the same tokens, unless the new
/// refresh token was used. Any other second use revokes the grant.
///
/// Source: RFC 6749, section 6; RFC 9700, section 4.14.2; docs/platform-api.md, section 5.
pub(super) async fn refresh(
    app: &AppState,
    client_id: &str,
    token: &str,
    resource: Option<TokenResource>,
) -> Result<TokenPair, OAuthProblem> {
    let now = app.clock.now();
    let invalid = || OAuthProblem::from(invalid_grant("the refresh token is invalid or expired"));
    let select = oauth_token::Entity::find_by_id(hash(token)).filter(oauth_token::Column::Kind.eq(TokenKind::Refresh));
    // Anyone may send a token: one that nobody was given keeps no writer waiting.
    select.clone().one(&app.database).await?.ok_or_else(invalid)?;
    let transaction = begin(&app.database).await?;
    // The lock makes a repetition wait for the first request.
    let row = select.lock_exclusive().one(&transaction).await?.ok_or_else(invalid)?;
    let grant = find_grant(&transaction, &row.grant_id, client_id).await?.ok_or_else(invalid)?;
    let is_valid = row.expires_at > now.as_millisecond() && is_active(&transaction, &grant, now).await?;
    if row.used_at.is_some() {
        let repeated = match is_valid {
            true => repeat(&transaction, token, row, granted_resource(&grant, resource).ok(), now).await?,
            false => None,
        };
        return match repeated {
            Some(tokens) => Ok(tokens),
            None => Err(revoke_after_reuse(app, transaction, &grant.id, "refresh token").await),
        };
    }
    if !is_valid {
        return Err(invalid());
    }
    let resource = granted_resource(&grant, resource)?;
    if !app.throttles.refresh.allow(&grant.id, now) {
        return Err(ErrorResponse::new("temporarily_unavailable", "too many refreshes: try again in a minute").into());
    }
    let salt = app.random.secret("");
    let tokens = successors(token, &salt);
    let mut used = row.into_active_model();
    used.used_at = Set(Some(now.as_millisecond()));
    used.successor_salt = Set(Some(salt));
    used.update(&transaction).await?;
    store(app, &transaction, &grant, &tokens, resource, grant.expires_at).await?;
    transaction.commit().await?;
    Ok(tokens)
}

/// The tokens that a used refresh token was exchanged for, if the same request can be answered again.
async fn repeat(
    transaction: &impl ConnectionTrait,
    token: &str,
    row: oauth_token::Model,
    resource: Option<TokenResource>,
    now: Timestamp,
) -> Result<Option<TokenPair>, DbErr> {
    let now = now.as_millisecond();
    let (Some(resource), Some(salt)) = (resource, row.successor_salt) else { return Ok(None) };
    if row.used_at.is_none_or(|used_at| now - used_at > REPEATABLE_MS) {
        return Ok(None);
    }
    let tokens = successors(token, &salt);
    let find = |token: &str| oauth_token::Entity::find_by_id(hash(token)).one(transaction);
    let (access, refresh) = (find(&tokens.access_token).await?, find(&tokens.refresh_token).await?);
    let is_unused = refresh.is_some_and(|refresh| refresh.used_at.is_none());
    let access = access.filter(|access| is_unused && access.resource == resource.into_stored());
    Ok(access.map(|access| {
        let expires_in = u64::try_from((access.expires_at - now) / 1_000).unwrap_or_default();
        TokenPair { expires_in, ..tokens }
    }))
}

/// The tokens that follow a refresh token. Nobody can know them without the token and the salt.
fn successors(token: &str, salt: &str) -> TokenPair {
    let derive = |prefix: &str| {
        let digest = Sha256::new().chain_update(prefix).chain_update(salt).chain_update(token).finalize();
        format!("{prefix}{}", URL_SAFE_NO_PAD.encode(digest))
    };
    TokenPair {
        access_token: derive(ACCESS_TOKEN_PREFIX),
        refresh_token: derive(REFRESH_TOKEN_PREFIX),
        expires_in: ACCESS_TOKEN_SECONDS,
    }
}
