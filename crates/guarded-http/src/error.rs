//! Why there is no response.

use serde::{Deserialize, Serialize};

/// Why there is no response. The message is for the person who asked, and reveals nothing about the internal network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum HttpError {
    /// The URL is not one that a browser opens without credentials.
    #[error(
        "the address cannot be visited: it needs http or https, a host, no user name, and a port such as 443 or 8080"
    )]
    Address,
    #[error("the host name is unknown")]
    UnknownHost,
    #[error("the host has no public address")]
    PrivateAddress,
    /// There was no connection, or it ended without a response.
    #[error("the host cannot be reached")]
    Unreachable,
    /// The host has no certificate that browsers trust, or no secure TLS version.
    #[error("the host cannot be reached over a trusted connection")]
    Untrusted,
    /// The host does not send the certificate of the authority that issued its own. Browsers may know it from other sites.
    #[error(
        "the site does not send the intermediate certificate of its authority; its operator has to install the full chain"
    )]
    CertificateChain,
    #[error("the site's certificate has expired")]
    CertificateExpired,
    #[error("the site's certificate is for another host name")]
    CertificateName,
    /// The response ended too early, or has an unknown encoding.
    #[error("the response cannot be read")]
    Unreadable,
}
