//! Why a page was not read.

use serde::{Deserialize, Serialize};

/// Why a page was not read. What is shown is for the person who asked, and tells nothing of the network behind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum PageError {
    /// The address is none that a browser without an account would open.
    #[error("the address cannot be visited: it needs http or https, a host, no user name, and an ordinary port")]
    Address,
    /// No address belongs to the name of the host.
    #[error("the host is not known")]
    UnknownHost,
    /// The host has no public address.
    #[error("the host has no public address")]
    PrivateAddress,
    /// No connection, or it ended without an answer.
    #[error("the host cannot be reached")]
    Unreachable,
    /// The host has no certificate that browsers trust, or no TLS that is still safe.
    #[error("the host cannot be reached over a trusted connection")]
    Untrusted,
    /// No whole answer in time.
    #[error("the page did not arrive in time")]
    TimedOut,
    /// The page has more bytes than are read.
    #[error("the page is too large")]
    TooLarge,
    /// The page is a file of another type.
    #[error("the page is not HTML but {0}")]
    NotHtml(String),
    /// The page has a status that is no success.
    #[error("the site answered with status {0}")]
    Status(u16),
    /// Source: RFC 9309, section 2.2.2.
    #[error("the site's robots.txt forbids this page")]
    ForbiddenByRobots,
    /// Source: RFC 9309, section 2.3.1.4.
    #[error("the site's robots.txt cannot be read, which forbids every page")]
    RobotsUnavailable,
    /// One redirect after the other.
    #[error("the page redirects too often")]
    TooManyRedirects,
    /// The page is, or redirects to, another site's.
    #[error("the page leads to another site")]
    LeavesTheSite,
    /// The answer ended in the middle, or is packed in a way that cannot be read.
    #[error("the answer cannot be read")]
    Unreadable,
}
