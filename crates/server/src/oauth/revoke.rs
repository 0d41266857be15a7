//! The revocation endpoint: a client that signs out gives its tokens back.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::grant;
use super::parameters::Parameters;
use super::problem::OAuthProblem;
use super::token::known_client;
use crate::state::AppState;

/// Answers 200 whether or not there was such a token.
///
/// Source: RFC 7009, section 2.2.
pub(super) async fn revoke(State(app): State<AppState>, form: Parameters) -> Result<Response, OAuthProblem> {
    let client_id = known_client(&app, &form).await?;
    grant::revoke(&app, client_id, form.require("token")?).await?;
    Ok((StatusCode::OK, [(header::CACHE_CONTROL, "no-store")]).into_response())
}
