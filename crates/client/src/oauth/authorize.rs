//! The authorization request, and the state of a sign-in until its response.

use answerdeck_api::Language;
use answerdeck_json::{Error as JsonError, Json};
use serde::Serialize;

use super::metadata::AuthorizationServerMetadata;
use super::pkce;
use super::storage::Persistence;

/// The scope that the client requests.
///
/// Source: docs/platform-api.md, section 5, Scope.
pub(super) const SCOPE: &str = "mcp";

/// A sign-in in progress, stored in the tab until the user returns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct PendingSignIn {
    pub(super) base_url: String,
    pub(super) issuer: String,
    pub(super) iss_required: bool,
    pub(super) token_endpoint: String,
    pub(super) revocation_endpoint: Option<String>,
    pub(super) client_id: String,
    pub(super) redirect_uri: String,
    pub(super) state: String,
    pub(super) verifier: String,
    #[serde(rename = "remember")]
    pub(super) persistence: Persistence,
}

impl PendingSignIn {
    pub(super) fn parse(stored: &str) -> Result<Self, JsonError> {
        let mut stored = Json::parse(stored)?;
        Ok(Self {
            base_url: stored.take_text("base_url")?,
            issuer: stored.take_text("issuer")?,
            // A record without the field gets the stricter rule.
            iss_required: stored.take("iss_required") != Some(Json::Boolean(false)),
            token_endpoint: stored.take_text("token_endpoint")?,
            revocation_endpoint: stored.take_optional_text("revocation_endpoint")?,
            client_id: stored.take_text("client_id")?,
            redirect_uri: stored.take_text("redirect_uri")?,
            state: stored.take_text("state")?,
            verifier: stored.take_text("verifier")?,
            persistence: Persistence::from_stored(&stored.take_text("remember")?),
        })
    }
}

/// Returns the URL of the consent page.
///
/// Source: RFC 6749, section 4.1.1; RFC 7636, section 4.3.
pub(super) fn authorization_url(
    server: &AuthorizationServerMetadata,
    pending: &PendingSignIn,
    language: Option<Language>,
) -> String {
    let endpoint = &server.authorization_endpoint;
    let mut query = form_urlencoded::Serializer::new(String::new());
    query
        .append_pair("response_type", "code")
        .append_pair("client_id", &pending.client_id)
        .append_pair("redirect_uri", &pending.redirect_uri)
        .append_pair("scope", SCOPE)
        .append_pair("state", &pending.state)
        .append_pair("code_challenge", &pkce::challenge(&pending.verifier))
        .append_pair("code_challenge_method", "S256");
    if let Some(language) = language {
        query.append_pair("ui_locales", language.tag());
    }
    let query = query.finish();
    let separator = if endpoint.contains('?') { '&' } else { '?' };
    format!("{endpoint}{separator}{query}")
}
