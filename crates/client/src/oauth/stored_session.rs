//! The part of a session that a browser stores.

use answerdeck_json::{Error as JsonError, Json};
use serde::Serialize;

use super::token;
use crate::error::Result;
use crate::transport::Transport;

/// The part of a session that is stored, unless it is kept in memory only.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub(super) struct StoredSession {
    pub(super) token_endpoint: String,
    pub(super) revocation_endpoint: Option<String>,
    pub(super) client_id: String,
    pub(super) refresh_token: Option<String>,
    /// Used after a reload. A renewal at every reload would sign out a user who leaves the page before the response.
    #[serde(rename = "access")]
    pub(super) access_token: Option<StoredAccessToken>,
    /// Random: different for each sign-in.
    pub(super) id: String,
}

#[derive(Clone, PartialEq, Eq, Serialize)]
pub(super) struct StoredAccessToken {
    pub(super) token: String,
    /// In milliseconds since 1970 on the device's clock. If the clock is wrong, the token is renewed when the platform
    /// rejects it.
    pub(super) renew_at: u64,
    /// Like `renew_at`.
    pub(super) expires_at: u64,
}

impl StoredSession {
    pub(super) fn parse(stored: &str) -> std::result::Result<Self, JsonError> {
        let mut stored = Json::parse(stored)?;
        let access_token = match stored.take("access") {
            None | Some(Json::Null) => None,
            Some(token) => Some(StoredAccessToken::read(token)?),
        };
        Ok(Self {
            token_endpoint: stored.take_text("token_endpoint")?,
            revocation_endpoint: stored.take_optional_text("revocation_endpoint")?,
            client_id: stored.take_text("client_id")?,
            refresh_token: stored.take_optional_text("refresh_token")?,
            access_token,
            id: stored.take_text("id")?,
        })
    }

    /// Revokes the session at the authorization server, if that supports it.
    pub(super) async fn revoke(&self, transport: &dyn Transport) -> Result<()> {
        match (&self.revocation_endpoint, &self.refresh_token) {
            (Some(endpoint), Some(token)) => token::revoke(transport, endpoint, &self.client_id, token).await,
            _ => Ok(()),
        }
    }
}

impl StoredAccessToken {
    fn read(mut stored: Json) -> std::result::Result<Self, JsonError> {
        Ok(Self {
            token: stored.take_text("token")?,
            renew_at: stored.take_integer("renew_at")?.unwrap_or_default(),
            expires_at: stored.take_integer("expires_at")?.unwrap_or_default(),
        })
    }
}
