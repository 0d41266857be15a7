//! Clients that an address identifies.

use url::{Position, Url};

/// The maximum length of an address, in characters.
const LENGTH_MAX: usize = 1_000;

/// A `client_id` that is the `https` address of the client's metadata document.
///
/// Source: OAuth Client ID Metadata Document, section 3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ClientAddress(Url);

impl ClientAddress {
    /// Parses a `client_id`. `None` if it is not an address of a document: the id of a registered client, for example.
    pub(super) fn parse(client_id: &str) -> Option<Self> {
        if client_id.len() > LENGTH_MAX {
            return None;
        }
        let url = Url::parse(client_id).ok()?;
        // Only the parser's spelling of an address is accepted, so that an address has one spelling. The parser also removes
        // dot segments.
        let is_exact = url.as_str() == client_id;
        let is_document = url.scheme() == "https" && url.path() != "/" && url.query().is_none();
        let has_no_more = url.fragment().is_none() && url.username().is_empty() && url.password().is_none();
        (is_exact && is_document && has_no_more).then_some(Self(url))
    }

    pub(super) fn url(&self) -> &Url {
        &self.0
    }

    /// Returns the host, with the port if it is not the default one.
    pub(super) fn host(&self) -> &str {
        &self.0[Position::BeforeHost..Position::AfterPort]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_https_address_with_a_path_identifies_a_client() {
        for (client_id, host) in [
            ("https://app.example/client.json", "app.example"),
            ("https://app.example:8443/oauth/client", "app.example:8443"),
            ("https://app.example/a/", "app.example"),
        ] {
            assert_eq!(ClientAddress::parse(client_id).as_ref().map(ClientAddress::host), Some(host));
        }
    }

    #[test]
    fn another_text_identifies_no_client() {
        for client_id in [
            "",
            "0192f0c1a2b3c4d5e6f708",
            "https://app.example",
            "https://app.example/",
            "http://app.example/client.json",
            "https://app.example/client.json?x=1",
            "https://app.example/client.json#x",
            "https://app.example/client.json#",
            "https://me@app.example/client.json",
            "https://me:x@app.example/client.json",
            "https://app.example/a/../client.json",
            "https://app.example/./client.json",
            "https://APP.example/client.json",
            "https://app.example:443/client.json",
            "https://app.example\\client.json",
            " https://app.example/client.json",
            "javascript:alert(1)",
            "file:///client.json",
        ] {
            assert_eq!(ClientAddress::parse(client_id), None, "{client_id}");
        }
        assert_eq!(ClientAddress::parse(&format!("https://app.example/{}", "a".repeat(LENGTH_MAX))), None);
    }
}
