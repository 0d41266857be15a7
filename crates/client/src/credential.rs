//! The credentials of a client.

use std::rc::Rc;

use futures_core::future::LocalBoxFuture;

use crate::error::{Error, Result};

/// A credential that authenticates calls for one organization.
///
/// Source: docs/platform-api.md, section 5.
#[derive(Clone)]
pub enum Credential {
    /// The API key of an organization.
    ApiKey(ApiKey),
    /// The access tokens of a signed-in user. `Credential::from` makes them of a [`Session`](crate::oauth::Session).
    Tokens(Rc<dyn AccessTokens>),
}

/// Access tokens of OAuth for one organization.
///
/// A [`Session`](crate::oauth::Session) has them. A worker of a page can implement this trait with messages to the page,
/// which answers them from its session: the code of OAuth is then not linked into the worker's program.
///
/// ```
/// use answerdeck_client::{AccessTokens, Credential, Error, Result};
/// use futures_core::future::LocalBoxFuture;
///
/// /// One token, which nothing renews.
/// struct FixedToken(String);
///
/// impl AccessTokens for FixedToken {
///     fn access_token(&self) -> LocalBoxFuture<'_, Result<String>> {
///         Box::pin(async { Ok(self.0.clone()) })
///     }
///
///     fn renew(&self, _rejected: &str) -> LocalBoxFuture<'_, Result<()>> {
///         Box::pin(async { Err(Error::no_access_token("the token was rejected")) })
///     }
/// }
///
/// let credential = Credential::Tokens(std::rc::Rc::new(FixedToken("ada_…".to_owned())));
/// ```
pub trait AccessTokens {
    /// Returns an access token that is expected to be valid for the next request.
    ///
    /// # Errors
    /// Fails with [`SignInError::SignedOut`](crate::oauth::SignInError::SignedOut) when there will never be one again,
    /// and with any other error when there is none for now.
    fn access_token(&self) -> LocalBoxFuture<'_, Result<String>>;

    /// Replaces the access token `rejected`, which the platform rejected. Does nothing if it is replaced already.
    fn renew(&self, rejected: &str) -> LocalBoxFuture<'_, Result<()>>;
}

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::ApiKey(_) => "ApiKey(…)",
            Self::Tokens(_) => "Tokens(…)",
        })
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
