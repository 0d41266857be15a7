//! Grants. A grant is the result of one consent: an authorization code and the family of tokens issued for it. They
//! expire and are revoked together.

use answerdeck_api::limits::{ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS};
use answerdeck_database::entity::oauth_token::TokenKind;
use answerdeck_database::entity::{api_key, oauth_code, oauth_grant, oauth_request, oauth_token};
use answerdeck_database::{WriteTransaction, begin, execute, with_write_lock};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
};
use sha2::{Digest, Sha256};

use super::SCOPE;
use super::problem::{ErrorResponse, OAuthProblem, invalid_grant};
use crate::http::caller::ACCESS_TOKEN_PREFIX;
use crate::http::token_resource::TokenResource;
use crate::random::hash;
use crate::state::AppState;

pub(super) const REFRESH_TOKEN_PREFIX: &str = "adr_";
const CODE_PREFIX: &str = "adc_";
const CODE_LIFETIME_MS: i64 = 60 * 1_000;
pub(super) const ACCESS_TOKEN_MS: i64 = 1_000 * ACCESS_TOKEN_SECONDS.cast_signed();

/// The tokens that a client receives for an authorization code or a refresh token.
pub(super) struct TokenPair {
    pub(super) access_token: String,
    pub(super) refresh_token: String,
    /// The seconds after which the access token expires.
    pub(super) expires_in: u64,
}

/// Creates a grant and its authorization code, and returns the code. The grant expires with the code unless the code is
/// exchanged.
pub(super) async fn issue_code(
    app: &AppState,
    transaction: &impl ConnectionTrait,
    request: &oauth_request::Model,
    key: &api_key::Model,
) -> Result<String, DbErr> {
    let now = app.clock.now();
    let (grant_id, code) = (app.random.id::<String>(now), app.random.secret(CODE_PREFIX));
    let expires_at = now.as_millisecond() + CODE_LIFETIME_MS;
    let grant = oauth_grant::ActiveModel {
        id: Set(grant_id.clone()),
        client_id: Set(request.client_id.clone()),
        api_key_id: Set(key.id.clone()),
        scope: Set(SCOPE.to_owned()),
        resource: Set(request.resource.clone()),
        created_at: Set(now.as_millisecond()),
        expires_at: Set(expires_at),
        revoked_at: Set(None),
    };
    oauth_grant::Entity::insert(grant).exec_without_returning(transaction).await?;
    let row = oauth_code::ActiveModel {
        hash: Set(hash(&code)),
        grant_id: Set(grant_id),
        redirect_uri: Set(request.redirect_uri.clone()),
        code_challenge: Set(request.code_challenge.clone()),
        expires_at: Set(expires_at),
        used_at: Set(None),
    };
    oauth_code::Entity::insert(row).exec_without_returning(transaction).await?;
    Ok(code)
}

/// Exchanges an authorization code for tokens, once. A second use revokes the grant: one of the two parties that hold
/// the code has stolen it.
///
/// Source: RFC 6749, section 4.1.3; RFC 7636, section 4.6; RFC 9700, section 2.1.1.
pub(super) async fn exchange_code(
    app: &AppState,
    client_id: &str,
    code: &str,
    redirect_uri: Option<&str>,
    verifier: &str,
    resource: Option<TokenResource>,
) -> Result<TokenPair, OAuthProblem> {
    let now = app.clock.now();
    let invalid = || OAuthProblem::from(invalid_grant("the authorization code is invalid or expired"));
    let select = oauth_code::Entity::find_by_id(hash(code));
    // Anyone may send a code: one that nobody was given keeps no writer waiting.
    let row = select.clone().one(&app.database).await?.ok_or_else(invalid)?;
    let grant = find_grant(&app.database, &row.grant_id, client_id).await?.ok_or_else(invalid)?;
    let transaction = begin(&app.database).await?;
    // The lock makes a second use wait for the first. A purge locks the grant before its code, too.
    let grant =
        oauth_grant::Entity::find_by_id(&grant.id).lock_exclusive().one(&transaction).await?.ok_or_else(invalid)?;
    let row = select.one(&transaction).await?.ok_or_else(invalid)?;
    if row.used_at.is_some() {
        return Err(revoke_after_reuse(app, transaction, &grant.id, "authorization code").await);
    }
    if row.expires_at <= now.as_millisecond() || !is_active(&transaction, &grant, now).await? {
        return Err(invalid());
    }
    if redirect_uri.is_some_and(|uri| uri != row.redirect_uri) {
        return Err(invalid_grant("redirect_uri differs from the one of the authorization request").into());
    }
    if URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)) != row.code_challenge {
        return Err(invalid_grant("code_verifier does not match code_challenge").into());
    }
    let resource = granted_resource(&grant, resource)?;
    let mut used = row.into_active_model();
    used.used_at = Set(Some(now.as_millisecond()));
    used.update(&transaction).await?;
    let expires_at = now.as_millisecond() + 1_000 * REFRESH_TOKEN_SECONDS.cast_signed();
    let sql = "UPDATE oauth_grants SET expires_at = $1 WHERE id = $2";
    execute(&transaction, sql, [expires_at.into(), grant.id.as_str().into()]).await?;
    let tokens = TokenPair {
        access_token: app.random.secret(ACCESS_TOKEN_PREFIX),
        refresh_token: app.random.secret(REFRESH_TOKEN_PREFIX),
        expires_in: ACCESS_TOKEN_SECONDS,
    };
    store(app, &transaction, &grant, &tokens, resource, expires_at).await?;
    transaction.commit().await?;
    Ok(tokens)
}

/// Revokes a token. A refresh token revokes its whole family, an access token only itself. An unknown token and a token
/// of another client change nothing.
///
/// Source: RFC 7009, section 2.
pub(super) async fn revoke(app: &AppState, client_id: &str, token: &str) -> Result<(), DbErr> {
    let database = &app.database;
    let Some(row) = oauth_token::Entity::find_by_id(hash(token)).one(database).await? else { return Ok(()) };
    let Some(grant) = find_grant(database, &row.grant_id, client_id).await? else { return Ok(()) };
    match row.kind {
        TokenKind::Refresh => with_write_lock(database, revoke_grant(app, database, &grant.id)).await,
        TokenKind::Access => {
            with_write_lock(database, oauth_token::Entity::delete_by_id(row.hash).exec(database)).await.map(drop)
        }
    }
}

pub(super) async fn find_grant(
    database: &impl ConnectionTrait,
    id: &str,
    client_id: &str,
) -> Result<Option<oauth_grant::Model>, DbErr> {
    oauth_grant::Entity::find_by_id(id).filter(oauth_grant::Column::ClientId.eq(client_id)).one(database).await
}

/// A grant is active until it expires, it is revoked or its API key is revoked.
pub(super) async fn is_active(
    database: &impl ConnectionTrait,
    grant: &oauth_grant::Model,
    now: Timestamp,
) -> Result<bool, DbErr> {
    if grant.revoked_at.is_some() || grant.expires_at <= now.as_millisecond() {
        return Ok(false);
    }
    let key = api_key::Entity::find_by_id(&grant.api_key_id).one(database).await?;
    Ok(key.is_some_and(|key| key.revoked_at.is_none()))
}

async fn revoke_grant(app: &AppState, database: &impl ConnectionTrait, id: &str) -> Result<(), DbErr> {
    let sql = "UPDATE oauth_grants SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL";
    execute(database, sql, [app.clock.now().as_millisecond().into(), id.into()]).await.map(drop)
}

/// The resource of an access token: the requested one, or else that of the grant.
///
/// Source: RFC 8707, section 2.2.
pub(super) fn granted_resource(
    grant: &oauth_grant::Model,
    requested: Option<TokenResource>,
) -> Result<TokenResource, OAuthProblem> {
    let granted = TokenResource::stored(grant.resource.clone());
    match requested {
        None => Ok(granted),
        Some(requested) if granted.contains(&requested) => Ok(requested),
        Some(_) => Err(ErrorResponse::new("invalid_target", "the user allowed another resource").into()),
    }
}

pub(super) async fn revoke_after_reuse(
    app: &AppState,
    transaction: WriteTransaction,
    grant_id: &str,
    credential: &str,
) -> OAuthProblem {
    let revoked = async {
        revoke_grant(app, &transaction, grant_id).await?;
        transaction.commit().await
    };
    if let Err(error) = revoked.await {
        return error.into();
    }
    tracing::warn!(grant = grant_id, "{credential} used twice, grant revoked");
    invalid_grant(format!("the {credential} was already used: all tokens issued for it are revoked")).into()
}

pub(super) async fn store(
    app: &AppState,
    transaction: &impl ConnectionTrait,
    grant: &oauth_grant::Model,
    tokens: &TokenPair,
    resource: TokenResource,
    grant_expires_at: i64,
) -> Result<(), DbErr> {
    let now = app.clock.now().as_millisecond();
    let row = |token: &str, kind: TokenKind, expires_at: i64| oauth_token::ActiveModel {
        hash: Set(hash(token)),
        kind: Set(kind),
        grant_id: Set(grant.id.clone()),
        resource: Set(resource.clone().into_stored()),
        created_at: Set(now),
        expires_at: Set(expires_at),
        used_at: Set(None),
        successor_salt: Set(None),
    };
    let rows = [
        row(&tokens.access_token, TokenKind::Access, now + ACCESS_TOKEN_MS),
        row(&tokens.refresh_token, TokenKind::Refresh, grant_expires_at),
    ];
    oauth_token::Entity::insert_many(rows).exec_without_returning(transaction).await.map(drop)
}
