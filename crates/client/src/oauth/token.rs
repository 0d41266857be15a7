//! The token endpoint: a code or a refresh token for new tokens; and revocation.

use std::time::Duration;

use answerdeck_api::limits::ACCESS_TOKEN_SECONDS;
use serde::Deserialize;

use super::SignInProblem;
use super::authorize::Pending;
use super::endpoint::{self, OAuthError};
use crate::send::read;
use crate::transport::Transport;
use crate::{Error, Result};

/// What the token endpoint gives.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Tokens {
    pub(super) access_token: String,
    /// From the moment of the answer.
    pub(super) lifetime: Duration,
    /// `None` when the old one stays.
    pub(super) refresh_token: Option<String>,
}

/// Source: RFC 6749, section 5.1.
#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    token_type: String,
    #[serde(default)]
    expires_in: Option<u64>,
    #[serde(default)]
    refresh_token: Option<String>,
}

/// Exchanges a code for tokens.
///
/// Source: RFC 6749, section 4.1.3; RFC 7636, section 4.5.
pub(super) async fn exchange(transport: &dyn Transport, pending: &Pending, code: &str) -> Result<Tokens> {
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", &pending.redirect_uri),
        ("client_id", &pending.client_id),
        ("code_verifier", &pending.verifier),
    ];
    request(transport, &pending.token_endpoint, &form).await
}

/// Exchanges a refresh token for new tokens.
///
/// Source: RFC 6749, section 6; docs/platform-api.md, section 5, Refresh.
pub(super) async fn refresh(
    transport: &dyn Transport,
    token_endpoint: &str,
    client_id: &str,
    refresh_token: &str,
) -> Result<Tokens> {
    let form = [("grant_type", "refresh_token"), ("refresh_token", refresh_token), ("client_id", client_id)];
    request(transport, token_endpoint, &form).await
}

/// Tells the authorization server that a refresh token is not needed any more.
///
/// Source: RFC 7009, section 2.1.
pub(super) async fn revoke(
    transport: &dyn Transport,
    revocation_endpoint: &str,
    client_id: &str,
    refresh_token: &str,
) -> Result<()> {
    let form = [("token", refresh_token), ("token_type_hint", "refresh_token"), ("client_id", client_id)];
    let response = endpoint::post_form(transport, revocation_endpoint, &form).await?;
    if response.is_success() { Ok(()) } else { Err(Error::from_response(&response, false, None)) }
}

async fn request(transport: &dyn Transport, url: &str, form: &[(&str, &str)]) -> Result<Tokens> {
    let response = endpoint::post_form(transport, url, form).await?;
    if !response.is_success() {
        return Err(match OAuthError::of(&response) {
            Some(OAuthError { error, error_description }) => {
                SignInProblem::TokensRefused { error, description: error_description }.into()
            }
            None => Error::from_response(&response, false, None),
        });
    }
    let tokens: TokenResponse = read(&response)?;
    if !tokens.token_type.eq_ignore_ascii_case("bearer") {
        return Err(SignInProblem::UnsupportedTokenType { actual: tokens.token_type }.into());
    }
    Ok(Tokens {
        access_token: tokens.access_token,
        lifetime: Duration::from_secs(tokens.expires_in.unwrap_or(ACCESS_TOKEN_SECONDS)),
        refresh_token: tokens.refresh_token,
    })
}
