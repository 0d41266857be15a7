//! What the person answers on the consent page.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter};

use super::authorize::{error, language};
use super::client::Client;
use super::grant;
use super::page::{self, Consent};
use super::parameters::Parameters;
use super::problem::{OAuthProblem, Refusal};
use super::redirect_uri::RedirectUri;
use super::texts::Stop;
use crate::database::begin;
use crate::database::entity::{api_key, oauth_client, oauth_request};
use crate::language::Language;
use crate::problem::ApiResult;
use crate::random::hash;
use crate::state::AppState;

pub(super) async fn consent(
    State(app): State<AppState>,
    headers: HeaderMap,
    form: Result<Parameters, OAuthProblem>,
) -> ApiResult<Response> {
    let form = match form {
        Ok(form) => form,
        Err(problem) => return Ok(problem.into_response()),
    };
    let field = |name: &str| form.get(name).ok().flatten();
    let language = language(field("ui_locales"), &headers);
    if !is_from_here(&app, &headers) {
        return Ok(page::stop(StatusCode::FORBIDDEN, language, Stop::OtherOrigin));
    }
    let expired = || Ok(page::stop(StatusCode::BAD_REQUEST, language, Stop::Expired));
    let Some(transaction) = field("transaction") else { return expired() };
    let Some(request) = find(&app, transaction).await? else { return expired() };
    let Ok(redirect_uri) = RedirectUri::parse(&request.redirect_uri) else { return expired() };
    let state = request.state.as_deref();

    if field("decision") != Some("allow") {
        if !take(&app.database, &request).await? {
            return expired();
        }
        let refusal = Refusal::new("access_denied", "the person did not allow it");
        return Ok(page::redirect(&app, &redirect_uri, state, &error(&refusal)));
    }
    let Some(key) = key(&app, field("api_key").unwrap_or_default().trim()).await? else {
        return ask_again(&app, language, &request, &redirect_uri, transaction).await;
    };
    match allow(&app, &request, &key).await? {
        Some(code) => Ok(page::redirect(&app, &redirect_uri, state, &[("code", &code)])),
        None => expired(),
    }
}

/// Whether the form was sent from a page of this server. Browsers always say where a form comes from; what is no
/// browser holds no page that could be tricked.
fn is_from_here(app: &AppState, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    origin.to_str().is_ok_and(|origin| {
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        origin == app.config.public_url || (authority.is_some() && authority == host)
    })
}

async fn find(app: &AppState, transaction: &str) -> Result<Option<oauth_request::Model>, DbErr> {
    oauth_request::Entity::find_by_id(hash(transaction))
        .filter(oauth_request::Column::ExpiresAt.gt(app.clock.now().as_millisecond()))
        .one(&app.database)
        .await
}

/// Uses a request up. False when that has happened already.
async fn take(database: &impl ConnectionTrait, request: &oauth_request::Model) -> Result<bool, DbErr> {
    let taken = oauth_request::Entity::delete_by_id(&request.hash).exec(database).await?;
    Ok(taken.rows_affected == 1)
}

async fn key(app: &AppState, secret: &str) -> Result<Option<api_key::Model>, DbErr> {
    api_key::Entity::find()
        .filter(api_key::Column::SecretHash.eq(hash(secret)))
        .filter(api_key::Column::RevokedAt.is_null())
        .one(&app.database)
        .await
}

async fn ask_again(
    app: &AppState,
    language: Language,
    request: &oauth_request::Model,
    redirect_uri: &RedirectUri,
    transaction: &str,
) -> ApiResult<Response> {
    let client = Client::find(&app.database, &request.client_id).await?;
    let client_name = client.map(|client| client.name).unwrap_or_default();
    let consent = Consent { client_name: &client_name, redirect_uri, transaction, wrong_key: true };
    Ok(page::consent(language, &consent))
}

/// Uses the request up and gives a code for it. `None` when it was used up already.
async fn allow(app: &AppState, request: &oauth_request::Model, key: &api_key::Model) -> Result<Option<String>, DbErr> {
    let transaction = begin(&app.database).await?;
    if !take(&transaction, request).await? {
        return Ok(None);
    }
    let now = app.clock.now();
    oauth_client::Entity::update_many()
        .col_expr(oauth_client::Column::UsedAt, Expr::value(now.as_millisecond()))
        .filter(oauth_client::Column::Id.eq(&request.client_id))
        .filter(oauth_client::Column::UsedAt.is_null())
        .exec(&transaction)
        .await?;
    let code = grant::begin_family(app, &transaction, request, key).await?;
    transaction.commit().await?;
    Ok(Some(code))
}
