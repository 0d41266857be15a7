//! Why signing in, or renewing a session, failed.

/// The reason why signing in, or renewing a session, failed. Each variant names the violated rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SignInError {
    /// The platform, or its authorization server, publishes no metadata, so signing in is not supported.
    ///
    /// Source: RFC 9728, section 3.2; RFC 8414, section 3.2.
    #[error("{url} returned status {status} instead of the metadata")]
    NoMetadata {
        /// The URL of the metadata.
        url: String,
        /// The HTTP status of the response.
        status: u16,
    },
    /// The metadata describes another resource.
    ///
    /// Source: RFC 9728, section 3.3.
    #[error("the metadata describes the resource {actual} instead of {expected}")]
    ResourceMismatch {
        /// The address of the platform.
        expected: String,
        /// `resource` in the metadata.
        actual: String,
    },
    /// The platform names no authorization server.
    ///
    /// Source: RFC 9728, section 2.
    #[error("the platform names no authorization server")]
    NoAuthorizationServer,
    /// The metadata describes another authorization server.
    ///
    /// Source: RFC 8414, section 3.3.
    #[error("the metadata describes the issuer {actual} instead of {expected}")]
    IssuerMismatch {
        /// The issuer that the platform names.
        expected: String,
        /// `issuer` in the metadata.
        actual: String,
    },
    /// An endpoint of an HTTPS platform does not use HTTPS.
    ///
    /// Source: RFC 8414, section 2; RFC 6749, section 3.1.
    #[error("the endpoint {url} does not use https")]
    InsecureEndpoint {
        /// The endpoint.
        url: String,
    },
    /// The authorization server does not support PKCE with S256.
    ///
    /// Source: RFC 7636, section 4.2; RFC 9700, section 2.1.1; docs/platform-api.md, section 5.
    #[error("the authorization server does not support PKCE with S256")]
    PkceNotSupported,
    /// The authorization server does not support dynamic client registration.
    ///
    /// Source: RFC 8414, section 2 (`registration_endpoint`).
    #[error("the authorization server does not support client registration")]
    RegistrationNotSupported,
    /// The authorization server rejected the registration of this client.
    ///
    /// Source: RFC 7591, section 3.2.2.
    #[error("the client registration was rejected: {error}{}", parenthesized(description.as_deref()))]
    RegistrationRejected {
        /// The error code.
        error: String,
        /// The server's description of the error.
        description: Option<String>,
    },
    /// The browser blocks the page's storage, which must keep the sign-in until the user returns, or there is no page.
    #[error("a sign-in needs the storage of a page: the browser blocks it, or this program is no page")]
    StorageBlocked,
    /// No sign-in was started in this tab, or it has already finished.
    #[error("no sign-in is in progress in this tab")]
    NotStarted,
    /// The callback repeats a parameter.
    ///
    /// Source: RFC 6749, section 3.1.
    #[error("the callback has the parameter `{name}` more than once")]
    RepeatedParameter {
        /// The name of the parameter.
        name: &'static str,
    },
    /// The callback has no `state`, or the `state` of another sign-in. It may be forged.
    ///
    /// Source: RFC 6749, sections 4.1.2 and 10.12; RFC 9700, section 4.7.
    #[error("the callback does not belong to the sign-in of this tab (`state`)")]
    StateMismatch,
    /// The callback has no `iss`, although the authorization server announces it.
    ///
    /// Source: RFC 9207, section 2.4.
    #[error("the callback does not name its issuer (`iss`)")]
    MissingIssuer,
    /// The callback comes from another authorization server.
    ///
    /// Source: RFC 9207, section 2.4.
    #[error("the callback names the issuer {actual} instead of {expected} (`iss`)")]
    CallbackIssuerMismatch {
        /// The issuer that the user was sent to.
        expected: String,
        /// `iss` of the callback.
        actual: String,
    },
    /// The user (`access_denied`) or the authorization server denied the sign-in.
    ///
    /// Source: RFC 6749, section 4.1.2.1.
    #[error("the sign-in was denied: {error}{}", parenthesized(description.as_deref()))]
    Denied {
        /// The error code.
        error: String,
        /// The server's description of the error.
        description: Option<String>,
    },
    /// The callback has neither a code nor an error.
    ///
    /// Source: RFC 6749, section 4.1.2.
    #[error("the callback has no `code`")]
    MissingCode,
    /// The authorization server rejected the code or the refresh token.
    ///
    /// Source: RFC 6749, section 5.2.
    #[error("the token request was rejected: {error}{}", parenthesized(description.as_deref()))]
    TokenRequestRejected {
        /// The error code.
        error: String,
        /// The server's description of the error.
        description: Option<String>,
    },
    /// This client does not support the type of the access token.
    ///
    /// Source: RFC 6749, section 7.1; RFC 6750.
    #[error("the access token has the type {actual:?} instead of Bearer")]
    UnsupportedTokenType {
        /// `token_type`.
        actual: String,
    },
    /// The system has no source of randomness.
    ///
    /// Source: RFC 7636, section 7.1.
    #[error("no source of randomness is available: {reason}")]
    NoRandomness {
        /// The message of the system.
        reason: String,
    },
    /// The session has ended: its renewal was permanently rejected, or the user signed out.
    ///
    /// Source: RFC 6749, section 5.2 (`invalid_grant`).
    #[error("the session has ended")]
    SignedOut,
}

fn parenthesized(description: Option<&str>) -> String {
    description.map(|description| format!(" ({description})")).unwrap_or_default()
}
