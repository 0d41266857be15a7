//! Error codes of OAuth.

use std::fmt;

/// An error code of an authorization server.
///
/// Names the codes that this client handles. `Other` keeps every other code as the server sent it.
///
/// Source: RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, section 3.2.2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OAuthErrorCode {
    /// `access_denied`: the user, or the authorization server, denied the request.
    AccessDenied,
    /// `invalid_grant`: the code or the refresh token is invalid, expired or revoked.
    InvalidGrant,
    /// `invalid_client`: client authentication failed.
    InvalidClient,
    /// `unauthorized_client`: the client may not use this grant type.
    UnauthorizedClient,
    /// Every other code, as the server sent it.
    Other(String),
}

impl OAuthErrorCode {
    /// Returns the code as the server sent it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::AccessDenied => "access_denied",
            Self::InvalidGrant => "invalid_grant",
            Self::InvalidClient => "invalid_client",
            Self::UnauthorizedClient => "unauthorized_client",
            Self::Other(code) => code,
        }
    }
}

impl From<String> for OAuthErrorCode {
    fn from(code: String) -> Self {
        match code.as_str() {
            "access_denied" => Self::AccessDenied,
            "invalid_grant" => Self::InvalidGrant,
            "invalid_client" => Self::InvalidClient,
            "unauthorized_client" => Self::UnauthorizedClient,
            _ => Self::Other(code),
        }
    }
}

impl fmt::Display for OAuthErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
