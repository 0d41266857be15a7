//! Who is calling.

use crate::oauth::Session;
use crate::{Error, Result};

/// What proves to the platform which organization is calling.
///
/// Source: docs/platform-api.md, section 5.
#[derive(Clone)]
pub enum Credential {
    /// An organization's API key.
    ApiKey(ApiKey),
    /// A person who signed in.
    Session(Session),
}

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::ApiKey(_) => "ApiKey(…)",
            Self::Session(_) => "Session(…)",
        })
    }
}

/// An organization's API key: visible ASCII.
///
/// It opens the whole organization: keep it out of pages that others can read, and of their storage.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// Takes a key, without the white space around it.
    ///
    /// # Errors
    /// `is_usage` when it is empty, or has a character that no header can carry.
    pub fn new(key: &str) -> Result<Self> {
        let key = key.trim();
        if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Error::usage("an API key is visible ASCII characters, at least one"));
        }
        Ok(Self(key.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ApiKey(…)")
    }
}
