//! The credentials of a client.

use crate::error::{Error, Result};
use crate::oauth::Session;

/// A credential that authenticates calls for one organization.
///
/// Source: docs/platform-api.md, section 5.
#[derive(Debug, Clone)]
pub enum Credential {
    /// The API key of an organization.
    ApiKey(ApiKey),
    /// The session of a signed-in user.
    Session(Session),
}

impl From<Session> for Credential {
    fn from(session: Session) -> Self {
        Self::Session(session)
    }
}

/// The API key of an organization: visible ASCII characters.
///
/// It grants full access to the organization. Never put it into a page that others can read, or into its storage.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// Parses a key and trims surrounding whitespace.
    ///
    /// # Errors
    /// Fails with [`is_usage`](crate::Error::is_usage) when the key is empty or has a character that is not visible ASCII.
    pub fn new(key: &str) -> Result<Self> {
        let key = key.trim();
        if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Error::usage("an API key must be one or more visible ASCII characters"));
        }
        Ok(Self(key.to_owned()))
    }

    /// Returns the key, to hand it to a worker of the same page.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ApiKey(…)")
    }
}
