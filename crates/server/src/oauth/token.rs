//! The token endpoint, and the revocation endpoint, which a client calls to sign out.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::client::Client;
use super::parameters::Parameters;
use super::problem::{ErrorResponse, OAuthProblem, invalid_request};
use super::{SCOPE, grant, purge, refresh};
use crate::state::AppState;

/// Source: RFC 6749, section 5.1.
pub(super) async fn token(
    State(app): State<AppState>,
    headers: HeaderMap,
    form: Parameters,
) -> Result<Response, OAuthProblem> {
    let client_id = &identify_client(&app, &headers, &form).await?;
    let resource = form.resource(&app.config.public_url)?;
    let tokens = match form.require("grant_type")? {
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
    let response = json!({
        "access_token": tokens.access_token,
        "token_type": "Bearer",
        "expires_in": tokens.expires_in,
        "refresh_token": tokens.refresh_token,
        "scope": SCOPE,
    });
    Ok(([(header::CACHE_CONTROL, "no-store"), (header::PRAGMA, "no-cache")], Json(response)).into_response())
}

/// Revokes a token. The status is 200 even if the token is unknown.
///
/// Source: RFC 7009, section 2.2.
pub(super) async fn revoke(
    State(app): State<AppState>,
    headers: HeaderMap,
    form: Parameters,
) -> Result<Response, OAuthProblem> {
    let client_id = identify_client(&app, &headers, &form).await?;
    grant::revoke(&app, &client_id, form.require("token")?).await?;
    Ok((StatusCode::OK, [(header::CACHE_CONTROL, "no-store")]).into_response())
}

/// Returns the `client_id` of a registered client: of the form, or else of `Authorization: Basic`. It does not authenticate the
/// client: public clients have no secret, and one that is sent is ignored.
async fn identify_client(app: &AppState, headers: &HeaderMap, form: &Parameters) -> Result<String, OAuthProblem> {
    let client_id = match form.get("client_id")? {
        Some(id) => id.to_owned(),
        None => basic_user(headers).ok_or_else(|| invalid_request("client_id is missing"))?,
    };
    match Client::find(&app.database, &client_id).await? {
        Some(_) => Ok(client_id),
        None => Err(ErrorResponse::new("invalid_client", "the client is not registered").into()),
    }
}

/// The user name of `Authorization: Basic`, which is form-encoded.
///
/// Source: RFC 6749, section 2.3.1.
fn basic_user(headers: &HeaderMap) -> Option<String> {
    let (scheme, credentials) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let decoded = STANDARD.decode(credentials.trim()).ok().filter(|_| scheme.eq_ignore_ascii_case("basic"))?;
    let user = decoded.split(|byte| *byte == b':').next()?;
    let (name, _) = url::form_urlencoded::parse(user).next()?;
    Some(name.into_owned()).filter(|name| !name.contains('\0'))
}
