//! The resource that a token is for.

use url::Url;

/// The part of this server that a token is for: a path with everything under it. Without one, the whole server.
///
/// Source: RFC 8707, section 2.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TokenResource(Option<String>);

impl TokenResource {
    /// Reads a resource of a request. `None` if it is no URL of this server, or has a fragment.
    pub(crate) fn parse(resource: &str, public_url: &str) -> Option<Self> {
        let (url, own) = (Url::parse(resource).ok()?, Url::parse(public_url).ok()?);
        if url.origin() != own.origin() || url.fragment().is_some() {
            return None;
        }
        Some(Self::stored(Some(url.path().trim_end_matches('/').to_owned())))
    }

    /// Reads a stored resource.
    pub(crate) fn stored(path: Option<String>) -> Self {
        Self(path.filter(|path| !path.is_empty()))
    }

    pub(crate) fn into_stored(self) -> Option<String> {
        self.0
    }

    /// Whether a token for this resource gives access to all of another one.
    pub(crate) fn contains(&self, other: &Self) -> bool {
        let Some(own) = &self.0 else { return true };
        let rest = other.0.as_ref().and_then(|path| path.strip_prefix(own.as_str()));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: &str = "https://answers.example.com";

    fn resource(path: &str) -> TokenResource {
        TokenResource::parse(&format!("{SERVER}{path}"), SERVER).unwrap()
    }

    #[test]
    fn a_resource_contains_its_path_and_what_is_under_it_and_the_whole_server_contains_all() {
        for (bound, path, is_contained) in [
            ("", "", true),
            ("", "/mcp", true),
            ("/", "/api", true),
            ("/mcp", "/mcp", true),
            ("/mcp/", "/mcp", true),
            ("/mcp", "/api", false),
            ("/mcp", "", false),
            ("/mc", "/mcp", false),
            ("/mcp/x", "/mcp", false),
            ("/api", "/api/v1", true),
        ] {
            assert_eq!(resource(bound).contains(&resource(path)), is_contained, "{bound} {path}");
        }
    }

    #[test]
    fn a_resource_of_another_server_is_unknown() {
        for text in
            ["https://other.example/mcp", "http://answers.example.com/mcp", "mcp", "https://answers.example.com/#x"]
        {
            assert_eq!(TokenResource::parse(text, SERVER), None, "{text}");
        }
    }
}
