//! The token endpoint and the revocation endpoint.

use std::time::Duration;

use answerdeck_api::limits::{ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS};
use answerdeck_json::Json;

use super::authorize::PendingSignIn;
use super::endpoint;
use crate::error::{Error, Result, SignInError, is_temporary};
use crate::transport::Transport;

/// The longest lifetime of an access token that the client accepts: that of a session. If the platform rejects the token earlier, it
/// is renewed.
const LIFETIME_MAX: Duration = Duration::from_secs(REFRESH_TOKEN_SECONDS);

/// The timeout of a refresh, after which it is repeated. The platform answers a repetition for 30 seconds only.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(10);

/// The tokens that the token endpoint issues.
///
/// Source: RFC 6749, section 5.1.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Tokens {
    pub(super) access_token: String,
    /// The lifetime of the access token, from the response on.
    pub(super) lifetime: Duration,
    /// `None` when the previous refresh token stays valid.
    pub(super) refresh_token: Option<String>,
}

/// Exchanges a code for tokens.
///
/// Source: RFC 6749, section 4.1.3; RFC 7636, section 4.5.
pub(super) async fn exchange(transport: &dyn Transport, pending: &PendingSignIn, code: &str) -> Result<Tokens> {
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", &pending.redirect_uri),
        ("client_id", &pending.client_id),
        ("code_verifier", &pending.verifier),
    ];
    request_tokens(transport, &pending.token_endpoint, &form, endpoint::TIMEOUT).await
}

/// Exchanges a refresh token for new tokens. Sends it again at once if the response is lost: later, the platform takes it for
/// a stolen one, and ends the session.
///
/// Source: RFC 6749, section 6; docs/platform-api.md, section 5, Refresh.
pub(super) async fn refresh(
    transport: &dyn Transport,
    token_endpoint: &str,
    client_id: &str,
    refresh_token: &str,
) -> Result<Tokens> {
    let form = [("grant_type", "refresh_token"), ("refresh_token", refresh_token), ("client_id", client_id)];
    let request = || request_tokens(transport, token_endpoint, &form, REFRESH_TIMEOUT);
    match request().await {
        Err(error) if is_response_lost(&error) => request().await,
        result => result,
    }
}

/// Returns whether the server may have issued tokens that did not arrive. With 429 and 503 it did not read the request.
fn is_response_lost(error: &Error) -> bool {
    let by_gateway = error.status().is_some_and(|status| is_temporary(status) && status != 503);
    by_gateway || error.is_unreadable_response() || (error.is_connection() && !error.is_offline())
}

/// Revokes a refresh token at the authorization server.
///
/// Source: RFC 7009, section 2.1.
pub(super) async fn revoke(
    transport: &dyn Transport,
    revocation_endpoint: &str,
    client_id: &str,
    refresh_token: &str,
) -> Result<()> {
    let form = [("token", refresh_token), ("token_type_hint", "refresh_token"), ("client_id", client_id)];
    let response = endpoint::post_form(transport, revocation_endpoint, &form, endpoint::TIMEOUT).await?;
    if response.is_success() { Ok(()) } else { Err(endpoint::error(&response)) }
}

async fn request_tokens(
    transport: &dyn Transport,
    url: &str,
    form: &[(&str, &str)],
    timeout: Duration,
) -> Result<Tokens> {
    let response = endpoint::post_form_until_accepted(transport, url, form, timeout).await?;
    if !response.is_success() {
        let rejected = |error, description| SignInError::TokenRequestRejected { error, description };
        return Err(endpoint::rejection(&response, rejected));
    }
    let (tokens, token_type) = endpoint::decode(&response, |mut body| {
        let tokens = Tokens {
            access_token: body.take_text("access_token")?,
            lifetime: lifetime(body.take("expires_in")),
            refresh_token: body.take_optional_text("refresh_token")?,
        };
        Ok((tokens, body.take_text("token_type")?))
    })?;
    if !token_type.eq_ignore_ascii_case("bearer") {
        return Err(SignInError::UnsupportedTokenType { actual: token_type }.into());
    }
    Ok(tokens)
}

/// Reads `expires_in`, which some servers send as a text. The lifetime of this contract when it is absent or no number.
fn lifetime(expires_in: Option<Json>) -> Duration {
    let number = match expires_in {
        Some(Json::Text(text)) => Json::parse(&text).ok(),
        other => other,
    };
    let seconds = number.and_then(|number| number.read().ok());
    Duration::from_secs_f64(seconds.unwrap_or(ACCESS_TOKEN_SECONDS as f64).clamp(0.0, LIFETIME_MAX.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_lifetime_is_read_as_a_number_or_a_text_within_bounds() {
        for (expires_in, seconds) in [
            (json!(60), 60),
            (json!(60.0), 60),
            (json!("60"), 60),
            (json!(0), 0),
            (json!(-1), 0),
            (json!(u64::MAX), LIFETIME_MAX.as_secs()),
            (json!("1e300"), LIFETIME_MAX.as_secs()),
            (json!("inf"), ACCESS_TOKEN_SECONDS),
            (json!("soon"), ACCESS_TOKEN_SECONDS),
            (json!(null), ACCESS_TOKEN_SECONDS),
            (json!([60]), ACCESS_TOKEN_SECONDS),
        ] {
            let json = Json::parse(&expires_in.to_string()).unwrap();
            assert_eq!(lifetime(Some(json)).as_secs(), seconds, "{expires_in}");
        }
    }
}
