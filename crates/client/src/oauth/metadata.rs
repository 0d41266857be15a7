//! Discovery: from the platform's address to the endpoints of its authorization server.

use serde::Deserialize;

use super::{SignInProblem, endpoint};
use crate::base_url::BaseUrl;
use crate::send::read;
use crate::transport::{Response, Transport};
use crate::{Error, Result};

/// Source: RFC 9728, section 2.
#[derive(Deserialize)]
struct ProtectedResource {
    resource: String,
    #[serde(default)]
    authorization_servers: Vec<String>,
}

/// What the client uses of the authorization server's metadata.
///
/// Source: RFC 8414, section 2; RFC 9207, section 3.
#[derive(Debug, Deserialize)]
pub(super) struct AuthorizationServer {
    pub(super) issuer: String,
    pub(super) authorization_endpoint: String,
    pub(super) token_endpoint: String,
    #[serde(default)]
    pub(super) registration_endpoint: Option<String>,
    #[serde(default)]
    pub(super) revocation_endpoint: Option<String>,
    #[serde(default)]
    code_challenge_methods_supported: Vec<String>,
    #[serde(default)]
    pub(super) authorization_response_iss_parameter_supported: bool,
}

/// Finds the authorization server of the platform at `base`.
///
/// # Errors
/// `NoMetadata`, `ResourceMismatch`, `NoAuthorizationServer`, `IssuerMismatch`, `InsecureEndpoint`, `PkceNotSupported`.
pub(super) async fn discover(transport: &dyn Transport, base: &BaseUrl) -> Result<AuthorizationServer> {
    let base = base.as_str();
    let url = format!("{base}/.well-known/oauth-protected-resource");
    let resource: ProtectedResource = read(&published(transport, &url).await?)?;
    // The platform's document roots this metadata at the host, also for the resource `{base}/mcp`.
    let within = resource.resource.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if !within {
        return Err(SignInProblem::ResourceMismatch { expected: base.to_owned(), actual: resource.resource }.into());
    }
    let issuer = resource.authorization_servers.into_iter().next().ok_or(SignInProblem::NoAuthorizationServer)?;

    let url = metadata_url(&issuer).ok_or_else(|| Error::from(SignInProblem::NoAuthorizationServer))?;
    let server: AuthorizationServer = read(&published(transport, &url).await?)?;
    check(server, &issuer, base).map_err(Error::from)
}

async fn published(transport: &dyn Transport, url: &str) -> Result<Response> {
    let response = endpoint::get(transport, url).await?;
    if response.status != 200 {
        return Err(SignInProblem::NoMetadata { url: url.to_owned(), status: response.status }.into());
    }
    Ok(response)
}

/// Puts the well-known part between the host and the path of the issuer.
///
/// Source: RFC 8414, section 3.1.
fn metadata_url(issuer: &str) -> Option<String> {
    let (scheme, rest) = issuer.split_once("://")?;
    let (host, path) = rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash));
    Some(format!("{scheme}://{host}/.well-known/oauth-authorization-server{}", path.trim_end_matches('/')))
}

fn check(
    server: AuthorizationServer,
    issuer: &str,
    base: &str,
) -> std::result::Result<AuthorizationServer, SignInProblem> {
    if server.issuer != issuer {
        return Err(SignInProblem::IssuerMismatch { expected: issuer.to_owned(), actual: server.issuer });
    }
    // Without TLS only where the user chose a platform without TLS, such as one on this machine.
    if base.starts_with("https://") {
        let endpoints = [&server.authorization_endpoint, &server.token_endpoint];
        let optional = [&server.registration_endpoint, &server.revocation_endpoint];
        let all = endpoints.into_iter().chain(optional.into_iter().flatten());
        if let Some(url) = all.into_iter().find(|url| !url.starts_with("https://")) {
            return Err(SignInProblem::InsecureEndpoint { url: url.clone() });
        }
    }
    if !server.code_challenge_methods_supported.iter().any(|method| method == "S256") {
        return Err(SignInProblem::PkceNotSupported);
    }
    Ok(server)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_well_known_part_stands_before_the_path_of_the_issuer() {
        for (issuer, url) in [
            ("https://a.example", "https://a.example/.well-known/oauth-authorization-server"),
            ("https://a.example/", "https://a.example/.well-known/oauth-authorization-server"),
            ("https://a.example/one/two", "https://a.example/.well-known/oauth-authorization-server/one/two"),
        ] {
            assert_eq!(metadata_url(issuer).as_deref(), Some(url));
        }
        assert_eq!(metadata_url("a.example"), None);
    }
}
