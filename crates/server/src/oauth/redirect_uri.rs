//! Where a person goes after the consent page.

use url::{Host, Url};

/// Characters of a redirect address, at most.
pub(super) const LENGTH_MAX: usize = 2_000;

/// An address that a client may be given answers at.
///
/// `https`, `http` on the person's own machine, or a private scheme named after a domain (`com.example.app:/signed-in`).
///
/// Source: RFC 6749, section 3.1.2; RFC 8252, sections 7 and 8.4.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RedirectUri(Url);

impl RedirectUri {
    /// # Errors
    /// A sentence that says what is wrong with the address.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        if text.chars().count() > LENGTH_MAX {
            return Err("it is longer than 2,000 characters");
        }
        // The parser forgives what a browser would: here it is refused, so that text and address are one.
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) || text.contains('\\') {
            return Err("it holds characters that no address has");
        }
        let url = Url::parse(text).map_err(|_| "it is no absolute address")?;
        if text.contains('#') {
            return Err("it has a fragment");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("it has a user or a password");
        }
        match url.scheme() {
            "https" => Ok(Self(url)),
            "http" if is_loopback(&url) => Ok(Self(url)),
            "http" => Err("http is for this machine only (127.0.0.1, [::1], localhost): use https"),
            scheme if scheme.contains('.') => Ok(Self(url)),
            _ => Err("a private scheme is named after a domain, such as com.example.app"),
        }
    }

    /// Whether `self` is what the client registered: letter by letter, but for the port on the person's own machine.
    ///
    /// Source: RFC 9700, section 4.1.3; RFC 8252, section 7.3.
    pub(super) fn is(&self, registered: &str) -> bool {
        let Ok(Self(registered)) = Self::parse(registered) else { return false };
        if registered == self.0 {
            return true;
        }
        let both_here = is_loopback(&self.0) && is_loopback(&registered);
        both_here && without_port(&self.0) == without_port(&registered)
    }

    /// What a person should know of the address.
    pub(super) fn place(&self) -> String {
        match (self.0.host_str(), self.0.port()) {
            (Some(host), Some(port)) if self.is_web() => format!("{host}:{port}"),
            (Some(host), None) if self.is_web() => host.to_owned(),
            _ => format!("{}:", self.0.scheme()),
        }
    }

    /// The source that lets a form end there: browsers hold redirects after a form to `form-action` as well.
    pub(super) fn form_action(&self) -> String {
        match self.0.host() {
            // A policy cannot name an IPv6 address.
            Some(Host::Ipv6(_)) => format!("{}:", self.0.scheme()),
            _ if self.is_web() => self.0.origin().ascii_serialization(),
            _ => format!("{}:", self.0.scheme()),
        }
    }

    /// The address with parameters added to its query.
    pub(super) fn with(&self, parameters: &[(&str, &str)]) -> String {
        let mut url = self.0.clone();
        url.query_pairs_mut().extend_pairs(parameters);
        url.into()
    }

    fn is_web(&self) -> bool {
        matches!(self.0.scheme(), "http" | "https")
    }
}

fn is_loopback(url: &Url) -> bool {
    url.scheme() == "http"
        && match url.host() {
            Some(Host::Ipv4(address)) => address.octets() == [127, 0, 0, 1],
            Some(Host::Ipv6(address)) => address.is_loopback(),
            Some(Host::Domain(name)) => name == "localhost",
            None => false,
        }
}

fn without_port(url: &Url) -> Url {
    let mut url = url.clone();
    // An http address has a host, so a port can be taken from it.
    let _ = url.set_port(None);
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_https_the_machine_itself_and_private_schemes() {
        for (text, place, form_action) in [
            ("https://app.example/cb?x=1", "app.example", "https://app.example"),
            ("https://app.example:8443/cb", "app.example:8443", "https://app.example:8443"),
            ("http://127.0.0.1:3000/cb", "127.0.0.1:3000", "http://127.0.0.1:3000"),
            ("http://localhost/cb", "localhost", "http://localhost"),
            ("http://[::1]:3000/cb", "[::1]:3000", "http:"),
            ("com.example.app:/cb", "com.example.app:", "com.example.app:"),
            ("https://xn--hq1bm8jm9l.example/cb", "xn--hq1bm8jm9l.example", "https://xn--hq1bm8jm9l.example"),
        ] {
            let address = RedirectUri::parse(text).unwrap();
            assert_eq!((address.place().as_str(), address.form_action().as_str()), (place, form_action), "{text}");
        }
    }

    #[test]
    fn err_what_would_send_a_code_astray() {
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
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "myapp://cb",
        ] {
            assert!(RedirectUri::parse(text).is_err(), "{text}");
        }
        assert!(RedirectUri::parse(&format!("https://app.example/{}", "a".repeat(LENGTH_MAX))).is_err());
    }

    #[test]
    fn an_address_is_compared_letter_by_letter_but_for_the_port_of_this_machine() {
        let is = |requested: &str, registered: &str| RedirectUri::parse(requested).unwrap().is(registered);
        assert!(is("https://app.example/cb", "https://app.example/cb"));
        assert!(is("http://127.0.0.1:50001/cb", "http://127.0.0.1/cb"));
        assert!(is("http://127.0.0.1:50001/cb", "http://127.0.0.1:3000/cb"));
        assert!(is("http://[::1]:50001/cb", "http://[::1]/cb"));
        for (requested, registered) in [
            ("https://app.example/cb/", "https://app.example/cb"),
            ("https://app.example/cb?x", "https://app.example/cb"),
            ("https://app.example:8443/cb", "https://app.example/cb"),
            ("https://app.example/CB", "https://app.example/cb"),
            ("http://127.0.0.1:3000/other", "http://127.0.0.1:3000/cb"),
            ("http://localhost:3000/cb", "http://127.0.0.1:3000/cb"),
            ("https://localhost:3000/cb", "http://localhost:3000/cb"),
        ] {
            assert!(!is(requested, registered), "{requested} {registered}");
        }
    }

    #[test]
    fn parameters_are_added_and_escaped() {
        let address = RedirectUri::parse("https://app.example/cb?x=1").unwrap();
        assert_eq!(address.with(&[("state", "a&b=c")]), "https://app.example/cb?x=1&state=a%26b%3Dc");
        let address = RedirectUri::parse("com.example.app:/cb").unwrap();
        assert_eq!(address.with(&[("code", "x")]), "com.example.app:/cb?code=x");
    }
}
