//! The token endpoint.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::authorize::{requested_resource, validate_scope};
use super::client::Client;
use super::parameters::Parameters;
use super::problem::{ErrorResponse, OAuthProblem};
use super::{SCOPE, grant, purge, refresh};
use crate::state::AppState;

/// The response of the token endpoint.
///
/// Source: RFC 6749, section 5.1.
#[derive(Serialize)]
struct TokenResponse {
    access_token: String,
    token_type: &'static str,
    expires_in: u64,
    refresh_token: String,
    scope: &'static str,
}

pub(super) async fn token(State(app): State<AppState>, form: Parameters) -> Result<Response, OAuthProblem> {
    let client_id = identify_client(&app, &form).await?;
    validate_scope(&form)?;
    let resource = requested_resource(&app, &form)?;
    let issued = match form.require("grant_type")? {
        "authorization_code" => {
            let (code, verifier) = (form.require("code")?, form.require("code_verifier")?);
            grant::exchange_code(&app, client_id, code, form.get("redirect_uri")?, verifier, resource).await?
        }
        "refresh_token" => refresh::refresh(&app, client_id, form.require("refresh_token")?, resource).await?,
        _ => {
            let description = "grant_type must be authorization_code or refresh_token";
            return Err(ErrorResponse::new("unsupported_grant_type", description).into());
        }
    };
    purge::tokens(&app).await;
    let response = TokenResponse {
        access_token: issued.tokens.access_token,
        token_type: "Bearer",
        expires_in: issued.expires_in,
        refresh_token: issued.tokens.refresh_token,
        scope: SCOPE,
    };
    Ok(([(header::CACHE_CONTROL, "no-store"), (header::PRAGMA, "no-cache")], Json(response)).into_response())
}

/// Returns the `client_id` of a registered client. It does not authenticate the client: public clients have no secret.
pub(super) async fn identify_client<'a>(app: &AppState, form: &'a Parameters) -> Result<&'a str, OAuthProblem> {
    let client_id = form.require("client_id")?;
    match Client::find(&app.database, client_id).await? {
        Some(_) => Ok(client_id),
        None => Err(ErrorResponse::new("invalid_client", "the client is not registered").into()),
    }
}
