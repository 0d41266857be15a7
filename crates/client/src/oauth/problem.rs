//! Why signing in, or renewing a session, stopped.

/// Where the flow stopped. Each value names the rule that was broken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SignInProblem {
    /// The session has ended: its renewal was refused, or the user signed out.
    ///
    /// Source: RFC 6749, section 5.2 (`invalid_grant`).
    #[error("the session has ended")]
    SignedOut,
}
