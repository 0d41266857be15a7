//! Dynamic client registration.

use serde::Deserialize;

use super::SignInProblem;
use super::endpoint::{self, OAuthError};
use super::metadata::AuthorizationServer;
use crate::send::read;
use crate::transport::Transport;
use crate::{Error, Result};

/// Source: RFC 7591, section 3.2.1.
#[derive(Deserialize)]
struct Registered {
    client_id: String,
}

/// Registers a public client, and gives its id.
///
/// # Errors
/// `RegistrationNotSupported`, `RegistrationRefused`.
///
/// Source: RFC 7591, section 3.1.
pub(super) async fn register(
    transport: &dyn Transport,
    server: &AuthorizationServer,
    client_name: &str,
    redirect_uri: &str,
) -> Result<String> {
    let url = server.registration_endpoint.as_deref().ok_or(SignInProblem::RegistrationNotSupported)?;
    let body = serde_json::json!({
        "client_name": client_name,
        "redirect_uris": [redirect_uri],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "scope": super::authorize::SCOPE,
    });
    let response = endpoint::post_json(transport, url, body.to_string()).await?;
    if response.is_success() {
        return Ok(read::<Registered>(&response)?.client_id);
    }
    Err(match OAuthError::of(&response) {
        Some(OAuthError { error, error_description }) => {
            SignInProblem::RegistrationRefused { error, description: error_description }.into()
        }
        None => Error::from_response(&response, false, None),
    })
}
