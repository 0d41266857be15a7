//! The metadata of a client, from its registration or its document.

use answerdeck_api::is_invisible;
use serde::Deserialize;

use super::problem::ErrorResponse;
use super::redirect_uri::RedirectUri;

/// The maximum length of a client's name, in characters.
const NAME_LENGTH_MAX: usize = 100;
const REDIRECT_URIS_MAX: usize = 10;

/// The metadata. Unknown members are ignored. A registration may ask for any way to authenticate: it is granted `none`.
///
/// Source: RFC 7591, sections 2 and 3.2.1.
#[derive(Deserialize)]
pub(super) struct ClientMetadata {
    #[serde(default)]
    redirect_uris: Vec<String>,
    client_name: Option<String>,
    grant_types: Option<Vec<String>>,
    response_types: Option<Vec<String>>,
}

#[derive(Debug)]
pub(super) struct GrantedMetadata {
    /// The trimmed name. Empty without one.
    pub(super) name: String,
    /// The redirect URIs that are safe: at least one.
    pub(super) redirect_uris: Vec<String>,
}

impl ClientMetadata {
    /// Returns what the client is granted. A redirect URI that is not safe is left out; one must be left.
    ///
    /// Source: RFC 7591, sections 3.2.1 and 3.2.2.
    pub(super) fn granted(self) -> Result<GrantedMetadata, ErrorResponse> {
        let uris = self.redirect_uris;
        if uris.is_empty() || uris.len() > REDIRECT_URIS_MAX {
            return Err(invalid_redirect_uri(format!("redirect_uris must contain 1 to {REDIRECT_URIS_MAX} URIs")));
        }
        let mut redirect_uris = Vec::new();
        let mut refused = Vec::new();
        for (index, uri) in uris.into_iter().enumerate() {
            match RedirectUri::parse(&uri) {
                Ok(_) => redirect_uris.push(uri),
                Err(reason) => refused.push(format!("redirect_uris[{index}] {reason}")),
            }
        }
        if redirect_uris.is_empty() {
            return Err(invalid_redirect_uri(refused.join("; ")));
        }
        let excludes = |list: &Option<Vec<String>>, required: &str| {
            list.as_ref().is_some_and(|list| list.iter().all(|value| value != required))
        };
        if excludes(&self.grant_types, "authorization_code") {
            return Err(invalid_metadata("grant_types must contain authorization_code"));
        }
        if excludes(&self.response_types, "code") {
            return Err(invalid_metadata("response_types must contain code"));
        }
        let name = self.client_name.as_deref().unwrap_or_default().trim();
        if name.chars().count() > NAME_LENGTH_MAX {
            return Err(invalid_metadata(format!("client_name must not be longer than {NAME_LENGTH_MAX} characters")));
        }
        if name.chars().any(is_hidden) {
            return Err(invalid_metadata("client_name must not contain control or invisible formatting characters"));
        }
        Ok(GrantedMetadata { name: name.to_owned(), redirect_uris })
    }
}

/// Whether a character is invisible or changes the display of others: with it, a name can imitate another. The variation selectors of
/// emoji cannot.
fn is_hidden(character: char) -> bool {
    let is_selector = matches!(character, '\u{fe00}'..='\u{fe0f}');
    (is_invisible(character) && !is_selector)
        || character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}')
}

pub(super) fn invalid_metadata(description: impl Into<String>) -> ErrorResponse {
    ErrorResponse::new("invalid_client_metadata", description)
}

fn invalid_redirect_uri(description: impl Into<String>) -> ErrorResponse {
    ErrorResponse::new("invalid_redirect_uri", description)
}
