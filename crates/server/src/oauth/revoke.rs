//! The revocation endpoint, which a client calls to sign out.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::grant;
use super::parameters::Parameters;
use super::problem::OAuthProblem;
use super::token::identify_client;
use crate::state::AppState;

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
