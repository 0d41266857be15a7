//! Discovery of the platform's authorization server and its endpoints.

use answerdeck_json::{Error as JsonError, Json};

use super::endpoint;
use crate::base_url::BaseUrl;
use crate::error::{Error, Result, SignInError};
use crate::transport::{Response, Transport};

/// The authorization server metadata that the client uses.
///
/// Source: RFC 8414, section 2; RFC 9207, section 3.
#[derive(Debug)]
pub(super) struct AuthorizationServerMetadata {
    pub(super) issuer: String,
    pub(super) authorization_endpoint: String,
    pub(super) token_endpoint: String,
    pub(super) registration_endpoint: Option<String>,
    pub(super) revocation_endpoint: Option<String>,
    code_challenge_methods_supported: Vec<String>,
    pub(super) authorization_response_iss_parameter_supported: bool,
}

impl AuthorizationServerMetadata {
    fn read(mut metadata: Json) -> std::result::Result<Self, JsonError> {
        Ok(Self {
            issuer: metadata.take_text("issuer")?,
            authorization_endpoint: metadata.take_text("authorization_endpoint")?,
            token_endpoint: metadata.take_text("token_endpoint")?,
            registration_endpoint: metadata.take_optional_text("registration_endpoint")?,
            revocation_endpoint: metadata.take_optional_text("revocation_endpoint")?,
            code_challenge_methods_supported: metadata.take_texts("code_challenge_methods_supported")?,
            authorization_response_iss_parameter_supported: metadata
                .take_boolean("authorization_response_iss_parameter_supported")?,
        })
    }
}

/// Finds the authorization server of the platform at `base`.
///
/// Source: RFC 9728, section 2, for the metadata of the platform.
pub(super) async fn discover(transport: &dyn Transport, base: &BaseUrl) -> Result<AuthorizationServerMetadata> {
    let base = base.as_str();
    let url = well_known_url(base, "oauth-protected-resource").ok_or(SignInError::NoAuthorizationServer)?;
    let (resource, servers) = endpoint::decode(&fetch_metadata(transport, &url).await?, |mut metadata| {
        Ok((metadata.take_text("resource")?, metadata.take_texts("authorization_servers")?))
    })?;
    // The contract publishes this metadata at the root of the host, even for the resource `{base}/mcp`.
    let is_expected = resource.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if !is_expected {
        return Err(SignInError::ResourceMismatch { expected: base.to_owned(), actual: resource }.into());
    }
    let issuer = servers.into_iter().next().ok_or(SignInError::NoAuthorizationServer)?;

    if is_insecure(&issuer, base) {
        return Err(SignInError::InsecureEndpoint { url: issuer }.into());
    }
    let url = well_known_url(&issuer, "oauth-authorization-server").ok_or(SignInError::NoAuthorizationServer)?;
    let server = endpoint::decode(&fetch_metadata(transport, &url).await?, AuthorizationServerMetadata::read)?;
    validate(server, &issuer, base).map_err(Error::from)
}

async fn fetch_metadata(transport: &dyn Transport, url: &str) -> Result<Response> {
    let response = endpoint::get(transport, url).await?;
    if response.status == 429 || response.status >= 500 {
        return Err(endpoint::error(&response));
    }
    if response.status != 200 {
        return Err(SignInError::NoMetadata { url: url.to_owned(), status: response.status }.into());
    }
    Ok(response)
}

/// Inserts a well-known path between the host and the path of an address.
///
/// Source: RFC 8414, section 3.1; RFC 9728, section 3.1.
fn well_known_url(address: &str, name: &str) -> Option<String> {
    let (scheme, rest) = address.split_once(':')?;
    let rest = rest.strip_prefix("//")?;
    let (host, path) = rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash));
    Some(format!("{scheme}://{host}/.well-known/{name}{}", path.trim_end_matches('/')))
}

/// Returns whether a URL has no TLS although the platform has it. A platform without TLS, such as a local one, may have
/// endpoints without TLS.
fn is_insecure(url: &str, base: &str) -> bool {
    base.starts_with("https://") && !url.starts_with("https://")
}

fn validate(
    server: AuthorizationServerMetadata,
    issuer: &str,
    base: &str,
) -> std::result::Result<AuthorizationServerMetadata, SignInError> {
    if server.issuer != issuer {
        return Err(SignInError::IssuerMismatch { expected: issuer.to_owned(), actual: server.issuer });
    }
    let required = [&server.authorization_endpoint, &server.token_endpoint];
    let optional = [&server.registration_endpoint, &server.revocation_endpoint];
    let insecure = required.into_iter().chain(optional.into_iter().flatten()).find(|url| is_insecure(url, base));
    if let Some(url) = insecure {
        return Err(SignInError::InsecureEndpoint { url: url.clone() });
    }
    if !server.code_challenge_methods_supported.iter().any(|method| method == "S256") {
        return Err(SignInError::PkceNotSupported);
    }
    Ok(server)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_url_inserts_the_well_known_path_before_the_path_of_the_issuer() {
        for (issuer, url) in [
            ("https://a.example", "https://a.example/.well-known/oauth-authorization-server"),
            ("https://a.example/", "https://a.example/.well-known/oauth-authorization-server"),
            ("https://a.example/one/two", "https://a.example/.well-known/oauth-authorization-server/one/two"),
        ] {
            assert_eq!(well_known_url(issuer, "oauth-authorization-server").as_deref(), Some(url));
        }
        assert_eq!(well_known_url("a.example", "x"), None);
    }
}
