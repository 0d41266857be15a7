//! Why signing in, or renewing a session, stopped.

/// Where the flow stopped. Each value names the rule that was broken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SignInProblem {
    /// The platform, or its authorization server, publishes no metadata: nobody can sign in there.
    ///
    /// Source: RFC 9728, section 3.2; RFC 8414, section 3.2.
    #[error("{url} answered with status {status} where its metadata should be")]
    NoMetadata {
        /// Where the metadata was looked for.
        url: String,
        /// What was answered.
        status: u16,
    },
    /// The metadata is that of another resource.
    ///
    /// Source: RFC 9728, section 3.3.
    #[error("the metadata is of the resource {actual}, not of {expected}")]
    ResourceMismatch {
        /// The address of the platform.
        expected: String,
        /// `resource` in its metadata.
        actual: String,
    },
    /// The platform names no authorization server.
    ///
    /// Source: RFC 9728, section 2.
    #[error("the platform names no authorization server")]
    NoAuthorizationServer,
    /// The metadata is that of another authorization server.
    ///
    /// Source: RFC 8414, section 3.3.
    #[error("the metadata is of the issuer {actual}, not of {expected}")]
    IssuerMismatch {
        /// The issuer that was asked.
        expected: String,
        /// `issuer` in its metadata.
        actual: String,
    },
    /// An endpoint of an https platform is not https.
    ///
    /// Source: RFC 8414, section 2; RFC 6749, section 3.1.
    #[error("the endpoint {url} is not https")]
    InsecureEndpoint {
        /// The endpoint.
        url: String,
    },
    /// The authorization server does not name S256 among its PKCE methods.
    ///
    /// Source: RFC 7636, section 4.2; RFC 9700, section 2.1.1; docs/platform-api.md, section 5.
    #[error("the authorization server does not offer PKCE with S256")]
    PkceNotSupported,
    /// The authorization server registers no clients by itself.
    ///
    /// Source: RFC 8414, section 2 (`registration_endpoint`).
    #[error("the authorization server does not register clients")]
    RegistrationNotSupported,
    /// The authorization server refused to register this client.
    ///
    /// Source: RFC 7591, section 3.2.2.
    #[error("the client was not registered: {error}{}", described(description.as_deref()))]
    RegistrationRefused {
        /// The error code.
        error: String,
        /// The server's words.
        description: Option<String>,
    },
    /// The browser lets this page store nothing, so that nothing could be found when the user comes back.
    #[error("the browser does not let this page store anything")]
    StorageBlocked,
    /// No sign-in was begun in this tab, or it has already been finished.
    #[error("no sign-in is waiting in this tab")]
    NotBegun,
    /// A parameter of the callback stands there twice.
    ///
    /// Source: RFC 6749, section 3.1.
    #[error("the callback has the parameter `{name}` more than once")]
    RepeatedParameter {
        /// Which one.
        name: &'static str,
    },
    /// The callback has no `state`, or not the one of this sign-in: it may have been made by somebody else.
    ///
    /// Source: RFC 6749, sections 4.1.2 and 10.12; RFC 9700, section 4.7.
    #[error("the callback does not belong to the sign-in that waits in this tab (`state`)")]
    StateMismatch,
    /// The callback has no `iss`, although the authorization server announces it.
    ///
    /// Source: RFC 9207, section 2.4.
    #[error("the callback does not name its issuer (`iss`)")]
    MissingIssuer,
    /// The callback comes from another authorization server.
    ///
    /// Source: RFC 9207, section 2.4.
    #[error("the callback is of the issuer {actual}, not of {expected} (`iss`)")]
    CallbackIssuerMismatch {
        /// The issuer that the user was sent to.
        expected: String,
        /// `iss` of the callback.
        actual: String,
    },
    /// The user, or the authorization server, refused; `access_denied` is the user.
    ///
    /// Source: RFC 6749, section 4.1.2.1.
    #[error("signing in was refused: {error}{}", described(description.as_deref()))]
    Refused {
        /// The error code.
        error: String,
        /// The server's words.
        description: Option<String>,
    },
    /// The callback has neither a code nor an error.
    ///
    /// Source: RFC 6749, section 4.1.2.
    #[error("the callback has no `code`")]
    MissingCode,
    /// The code was not exchanged for tokens.
    ///
    /// Source: RFC 6749, section 5.2.
    #[error("the tokens were refused: {error}{}", described(description.as_deref()))]
    TokensRefused {
        /// The error code.
        error: String,
        /// The server's words.
        description: Option<String>,
    },
    /// The access token is of a type that this client cannot present.
    ///
    /// Source: RFC 6749, section 7.1; RFC 6750.
    #[error("the access token is of the type {actual:?}, not Bearer")]
    UnsupportedTokenType {
        /// `token_type`.
        actual: String,
    },
    /// The system has no source of randomness.
    ///
    /// Source: RFC 7636, section 7.1.
    #[error("there is no source of randomness: {reason}")]
    NoRandomness {
        /// What the system says.
        reason: String,
    },
    /// The session has ended: its renewal was refused for good, or the user signed out.
    ///
    /// Source: RFC 6749, section 5.2 (`invalid_grant`).
    #[error("the session has ended")]
    SignedOut,
}

fn described(description: Option<&str>) -> String {
    description.map(|description| format!(" ({description})")).unwrap_or_default()
}
