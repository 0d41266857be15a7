//! The consent endpoint, which receives the form of the consent page.

use answerdeck_database::entity::{api_key, oauth_request};
use answerdeck_database::{begin, execute, with_write_lock};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter};

use super::client::Client;
use super::grant;
use super::page::{self, ConsentPage};
use super::parameters::Parameters;
use super::problem::ErrorResponse;
use super::redirect_uri::RedirectUri;
use super::texts::{ConsentError, Texts};
use crate::headers::page_origin::foreign_origin;
use crate::problem::ApiResult;
use crate::random::hash;
use crate::state::AppState;

pub(super) async fn consent(State(app): State<AppState>, headers: HeaderMap, form: Parameters) -> ApiResult<Response> {
    let field = |name: &str| form.get(name).ok().flatten();
    let language = Texts::language(field("ui_locales"), &headers);
    // Browsers always send `Origin` with a form. A request without it is not from a browser.
    if foreign_origin(&headers, &app.config.public_url, &[]).is_some() {
        return Ok(page::error(language, ConsentError::CrossOrigin));
    }
    let expired = || Ok(page::error(language, ConsentError::Expired));
    let Some(request_secret) = field("transaction") else { return expired() };
    let Some(request) = find_request(&app, request_secret).await? else { return expired() };
    let Ok(redirect_uri) = RedirectUri::parse(&request.redirect_uri) else { return expired() };
    let state = request.state.as_deref();

    if field("decision") != Some("allow") {
        if !with_write_lock(&app.database, consume(&app.database, &request)).await? {
            return expired();
        }
        let denied = ErrorResponse::new("access_denied", "the user denied access");
        return Ok(page::redirect(&app, &redirect_uri, state, &denied.parameters()));
    }
    let Some(key) = find_api_key(&app, field("api_key").unwrap_or_default().trim()).await? else {
        let client = Client::find(&app.database, &request.client_id).await?.unwrap_or_default();
        let consent = ConsentPage { client: &client, redirect_uri: &redirect_uri, request_secret, invalid_key: true };
        return Ok(page::consent(&app, language, &consent));
    };
    match approve(&app, &request, &key).await? {
        Some(code) => Ok(page::redirect(&app, &redirect_uri, state, &[("code", &code)])),
        None => expired(),
    }
}

async fn find_request(app: &AppState, secret: &str) -> Result<Option<oauth_request::Model>, DbErr> {
    oauth_request::Entity::find_by_id(hash(secret))
        .filter(oauth_request::Column::ExpiresAt.gt(app.clock.now().as_millisecond()))
        .one(&app.database)
        .await
}

/// Deletes a request, which can be used once. Returns false if it was already used.
async fn consume(database: &impl ConnectionTrait, request: &oauth_request::Model) -> Result<bool, DbErr> {
    let deleted = oauth_request::Entity::delete_by_id(&request.hash).exec(database).await?;
    Ok(deleted.rows_affected == 1)
}

async fn find_api_key(app: &AppState, secret: &str) -> Result<Option<api_key::Model>, DbErr> {
    api_key::Entity::find()
        .filter(api_key::Column::SecretHash.eq(hash(secret)))
        .filter(api_key::Column::RevokedAt.is_null())
        .one(&app.database)
        .await
}

/// Consumes the request and returns an authorization code. `None` if the request was already used.
async fn approve(
    app: &AppState,
    request: &oauth_request::Model,
    key: &api_key::Model,
) -> Result<Option<String>, DbErr> {
    let transaction = begin(&app.database).await?;
    if !consume(&transaction, request).await? {
        return Ok(None);
    }
    let now = app.clock.now();
    let sql = "UPDATE oauth_clients SET used_at = $1 WHERE id = $2";
    execute(&transaction, sql, [now.as_millisecond().into(), request.client_id.as_str().into()]).await?;
    let code = grant::issue_code(app, &transaction, request, key).await?;
    transaction.commit().await?;
    Ok(Some(code))
}
