//! Dynamic client registration.

use serde::Serialize;

use super::endpoint;
use super::metadata::AuthorizationServerMetadata;
use crate::error::{Result, SignInError};
use crate::transport::Transport;

/// Source: RFC 7591, section 2.
#[derive(Serialize)]
struct RegistrationRequest<'a> {
    client_name: &'a str,
    redirect_uris: [&'a str; 1],
    grant_types: [&'a str; 2],
    response_types: [&'a str; 1],
    token_endpoint_auth_method: &'a str,
    scope: &'a str,
}

/// Registers a public client and returns its id.
///
/// Source: RFC 7591, section 3.1.
pub(super) async fn register(
    transport: &dyn Transport,
    server: &AuthorizationServerMetadata,
    client_name: &str,
    redirect_uri: &str,
) -> Result<String> {
    let url = server.registration_endpoint.as_deref().ok_or(SignInError::RegistrationNotSupported)?;
    let registration = RegistrationRequest {
        client_name,
        redirect_uris: [redirect_uri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        scope: super::authorize::SCOPE,
    };
    // Texts can always be written. The messages of serde_json take 2 kB in a browser.
    let body = serde_json::to_string(&registration).unwrap_or_default();
    let response = endpoint::post_json(transport, url, body).await?;
    if response.is_success() {
        return endpoint::decode(&response, |mut body| body.take_text("client_id"));
    }
    Err(endpoint::rejection(&response, |error, description| SignInError::RegistrationRejected { error, description }))
}
