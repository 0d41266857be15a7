//! The OAuth 2.1 authorization server. A person authenticates with an API key on the consent page.
//!
//! Source: docs/platform-api.md, section 5; the OAuth 2.1 draft; RFC 6749, 7009, 7591, 7636, 8252, 8414, 8707, 9207
//! and 9728; OAuth Client ID Metadata Document.

mod authorize;
mod client;
mod client_address;
mod client_document;
mod client_metadata;
mod consent;
mod grant;
mod metadata;
mod page;
mod parameters;
mod problem;
mod purge;
mod redirect_uri;
mod refresh;
mod register;
mod texts;
mod token;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Request;
use axum::routing::{get, post};

use crate::http::caller::SCOPE;
use crate::http::cors::any_origin;
use crate::state::AppState;

/// The maximum size of a request body, in bytes.
const BODY_MAX: usize = 64 * 1024;

async fn read_body(request: Request) -> Result<Bytes, String> {
    let body = axum::body::to_bytes(request.into_body(), BODY_MAX).await;
    body.map_err(|_| format!("the body is larger than {BODY_MAX} bytes or incomplete"))
}

/// Returns the OAuth endpoints, with paths from the root of the host. Pages of any origin may call the endpoints for
/// clients, but not the pages for people.
pub(crate) fn router() -> Router<AppState> {
    let for_clients = Router::new()
        .route("/.well-known/oauth-protected-resource", get(metadata::protected_resource))
        .route("/.well-known/oauth-protected-resource/{*path}", get(metadata::protected_resource_at))
        .route("/.well-known/oauth-authorization-server", get(metadata::authorization_server))
        .route("/oauth/register", post(register::register))
        .route("/oauth/token", post(token::token))
        .route("/oauth/revoke", post(token::revoke))
        .layer(any_origin());
    let for_people = Router::new()
        .route("/oauth/authorize", get(authorize::authorize))
        .route("/oauth/consent", post(consent::consent));
    for_clients.merge(for_people)
}
