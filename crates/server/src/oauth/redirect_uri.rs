//! The redirect URIs of clients.

use std::net::Ipv4Addr;

use answerdeck_api::console_page::SIGN_IN_CALLBACK;
use url::{Host, Position, Url};

/// The maximum length of a redirect URI, in characters.
const LENGTH_MAX: usize = 2_000;

/// Redirect URIs of programs whose private-use scheme is not based on a domain name. Another program on the computer can claim
/// the scheme, as it can listen at a loopback address. PKCE makes the code useless to it.
const OF_KNOWN_PROGRAMS: [&str; 1] = ["cursor://anysphere.cursor-mcp/oauth/callback"];

/// A valid redirect URI: `https`, `http` with a loopback host, a private-use scheme based on a domain name
/// (`com.example.app:/signed-in`), or one of [`OF_KNOWN_PROGRAMS`].
///
/// Source: RFC 6749, section 3.1.2; RFC 8252, sections 7 and 8.4.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RedirectUri(Url);

impl RedirectUri {
    /// Parses a redirect URI. Fails with the rule that the text breaks.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        if text.chars().count() > LENGTH_MAX {
            return Err("must not be longer than 2,000 characters");
        }
        // The parser corrects these characters like a browser does. Rejecting them keeps text and URI the same.
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) || text.contains('\\') {
            return Err("must contain only printable ASCII characters and no backslash");
        }
        let url = Url::parse(text).map_err(|_| "must be an absolute URI")?;
        if text.contains('#') {
            return Err("must not have a fragment");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("must not contain a user name or password");
        }
        // The host becomes a source of the content security policy, where other characters could add directives.
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
        if !url.host_str().unwrap_or_default().bytes().all(is_plain) {
            return Err("must have a host of letters, digits, hyphens, underscores and dots");
        }
        let uri = Self(url);
        match uri.0.scheme() {
            "https" => Ok(uri),
            "http" if uri.is_loopback() => Ok(uri),
            "http" => Err("must use https unless the host is a loopback address (127.0.0.1, [::1], localhost)"),
            scheme if scheme.contains('.') || OF_KNOWN_PROGRAMS.contains(&text) => Ok(uri),
            _ => Err("must use https or a private-use scheme based on a domain name, such as com.example.app"),
        }
    }

    /// Whether `self` is the registered URI: an exact match, except for the port of a loopback address.
    ///
    /// Source: RFC 9700, section 4.1.3; RFC 8252, section 7.3.
    pub(super) fn matches(&self, registered: &str) -> bool {
        let Ok(registered) = Self::parse(registered) else { return false };
        let both_loopback = self.is_loopback() && registered.is_loopback();
        *self == registered || both_loopback && self.without_port() == registered.without_port()
    }

    /// Returns the part that identifies the receiver to a person: host and port, or the private-use scheme.
    pub(super) fn display_host(&self) -> String {
        match self.is_web() {
            true => self.0[Position::BeforeHost..Position::AfterPort].to_owned(),
            false => format!("{}:", self.0.scheme()),
        }
    }

    /// Returns the `form-action` source of the URI. Browsers apply `form-action` also to redirects after a form.
    pub(super) fn form_action(&self) -> String {
        // A source of a content security policy cannot be an IPv6 address.
        match self.is_web() && !matches!(self.0.host(), Some(Host::Ipv6(_))) {
            true => self.0.origin().ascii_serialization(),
            false => format!("{}:", self.0.scheme()),
        }
    }

    /// Returns the URI with parameters added to its query.
    pub(super) fn with_parameters(&self, parameters: &[(&str, &str)]) -> String {
        let mut url = self.0.clone();
        url.query_pairs_mut().extend_pairs(parameters);
        url.into()
    }

    /// Whether the receiver is the console of the server with this URL.
    pub(super) fn is_console_of(&self, public_url: &str) -> bool {
        self.0.as_str() == format!("{public_url}{SIGN_IN_CALLBACK}")
    }

    /// Whether the receiver is a program on the person's computer.
    pub(super) fn is_loopback(&self) -> bool {
        self.0.scheme() == "http"
            && match self.0.host() {
                Some(Host::Ipv4(address)) => address == Ipv4Addr::LOCALHOST,
                Some(Host::Ipv6(address)) => address.is_loopback(),
                Some(Host::Domain(name)) => name == "localhost",
                None => false,
            }
    }

    fn without_port(&self) -> Url {
        let mut url = self.0.clone();
        // This fails only for a URL without a host, and a loopback URL has one.
        let _ = url.set_port(None);
        url
    }

    fn is_web(&self) -> bool {
        matches!(self.0.scheme(), "http" | "https")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_loopback_http_and_private_use_schemes_are_accepted() {
        for (text, host, form_action) in [
            ("https://app.example/cb?x=1", "app.example", "https://app.example"),
            ("https://app.example:8443/cb", "app.example:8443", "https://app.example:8443"),
            ("http://127.0.0.1:3000/cb", "127.0.0.1:3000", "http://127.0.0.1:3000"),
            ("http://localhost/cb", "localhost", "http://localhost"),
            ("http://[::1]:3000/cb", "[::1]:3000", "http:"),
            ("com.example.app:/cb", "com.example.app:", "com.example.app:"),
            ("cursor://anysphere.cursor-mcp/oauth/callback", "cursor:", "cursor:"),
            ("https://xn--hq1bm8jm9l.example/cb", "xn--hq1bm8jm9l.example", "https://xn--hq1bm8jm9l.example"),
        ] {
            let uri = RedirectUri::parse(text).unwrap();
            assert_eq!((uri.display_host().as_str(), uri.form_action().as_str()), (host, form_action), "{text}");
        }
    }

    #[test]
    fn uris_that_could_leak_a_code_are_rejected() {
        for text in [
            "",
            "/cb",
            "app.example/cb",
            "http://app.example/cb",
            "http://127.0.0.1.evil.example/cb",
            "http://localhost.evil.example/cb",
            "http://127.0.0.1@evil.example/cb",
            "https://me:secret@app.example/cb",
            "https://app.example/cb#",
            "https://app.example/cb#x",
            "https://app.example\\@evil.example/cb",
            "https://app.example/c b",
            "https://app.example/cb\n",
            "https://한글.example/cb",
            "https://app.example;script-src/cb",
            "https://app.example,evil.example/cb",
            "https://app.example'self'/cb",
            "com.example.app://a;b/cb",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "myapp://cb",
            "cursor://anysphere.cursor-mcp/other",
            "vscode://anysphere.cursor-mcp/oauth/callback",
        ] {
            assert!(RedirectUri::parse(text).is_err(), "{text}");
        }
        assert!(RedirectUri::parse(&format!("https://app.example/{}", "a".repeat(LENGTH_MAX))).is_err());
    }

    #[test]
    fn a_uri_must_match_exactly_except_for_a_loopback_port() {
        let matches = |requested: &str, registered: &str| RedirectUri::parse(requested).unwrap().matches(registered);
        assert!(matches("https://app.example/cb", "https://app.example/cb"));
        assert!(matches("http://127.0.0.1:50001/cb", "http://127.0.0.1/cb"));
        assert!(matches("http://127.0.0.1:50001/cb", "http://127.0.0.1:3000/cb"));
        assert!(matches("http://[::1]:50001/cb", "http://[::1]/cb"));
        for (requested, registered) in [
            ("https://app.example/cb/", "https://app.example/cb"),
            ("https://app.example/cb?x", "https://app.example/cb"),
            ("https://app.example:8443/cb", "https://app.example/cb"),
            ("https://app.example/CB", "https://app.example/cb"),
            ("http://127.0.0.1:3000/other", "http://127.0.0.1:3000/cb"),
            ("http://localhost:3000/cb", "http://127.0.0.1:3000/cb"),
            ("https://localhost:3000/cb", "http://localhost:3000/cb"),
        ] {
            assert!(!matches(requested, registered), "{requested} {registered}");
        }
    }

    #[test]
    fn only_the_callback_of_the_same_server_is_the_console() {
        let is_console = |text: &str| RedirectUri::parse(text).unwrap().is_console_of("https://deck.example");
        assert!(is_console("https://deck.example/sign-in/callback"));
        for text in [
            "https://deck.example/sign-in/callback?x",
            "https://deck.example/",
            "https://deck.example:8443/sign-in/callback",
            "https://deck.example.evil.example/sign-in/callback",
            "http://localhost/sign-in/callback",
        ] {
            assert!(!is_console(text), "{text}");
        }
    }

    #[test]
    fn with_parameters_adds_and_escapes_parameters() {
        let uri = RedirectUri::parse("https://app.example/cb?x=1").unwrap();
        assert_eq!(uri.with_parameters(&[("state", "a&b=c")]), "https://app.example/cb?x=1&state=a%26b%3Dc");
        let uri = RedirectUri::parse("com.example.app:/cb").unwrap();
        assert_eq!(uri.with_parameters(&[("code", "x")]), "com.example.app:/cb?code=x");
    }
}
