//! The OAuth 2.1 authorization server. A person proves who they are by pasting an API key on the consent page.
//!
//! Source: docs/platform-api.md, section 5; the OAuth 2.1 draft; RFC 6749, 7009, 7591, 7636, 8252, 8414, 8707, 9207 and 9728.

mod authorize;
mod client;
mod consent;
mod grant;
mod metadata;
mod page;
mod parameters;
mod problem;
mod redirect_uri;
mod register;
mod revoke;
mod sweep;
mod texts;
mod token;

use axum::Router;
use axum::routing::{get, post};

use crate::http::cors::any_origin;
use crate::state::AppState;

/// The one scope.
///
/// Source: docs/platform-api.md, section 5.
const SCOPE: &str = "mcp";
/// Bytes of a body, at most.
const BODY_MAX: usize = 64 * 1024;

/// The OAuth endpoints, rooted at the host. What programs call may be called from any origin; what a person sees not.
pub(crate) fn router() -> Router<AppState> {
    let for_programs = Router::new()
        .route("/.well-known/oauth-protected-resource", get(metadata::protected_resource))
        .route("/.well-known/oauth-protected-resource/{*path}", get(metadata::protected_resource_at))
        .route("/.well-known/oauth-authorization-server", get(metadata::authorization_server))
        .route("/oauth/register", post(register::register))
        .route("/oauth/token", post(token::token))
        .route("/oauth/revoke", post(revoke::revoke))
        .layer(any_origin());
    let for_people = Router::new()
        .route("/oauth/authorize", get(authorize::authorize))
        .route("/oauth/consent", post(consent::consent));
    for_programs.merge(for_people)
}
