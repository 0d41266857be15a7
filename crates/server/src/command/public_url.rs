//! The public URL of the server.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use url::{Host, Url};

/// An origin, such as `https://answers.example.com`: no path, no trailing slash, no port that the scheme implies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PublicUrl(String);

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        const EXPECTED: &str = "expected http:// or https:// and a host, without a path, such as https://host.example";
        let url = Url::parse(text).map_err(|_| EXPECTED)?;
        let is_origin = matches!(url.scheme(), "http" | "https")
            && url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if is_origin { Ok(Self(url.origin().ascii_serialization())) } else { Err(EXPECTED) }
    }
}

impl PublicUrl {
    /// Whether what clients send to this URL stays secret: it has `https`, or stays on this machine.
    pub(crate) fn is_confidential(&self) -> bool {
        let Ok(url) = Url::parse(&self.0) else { return false };
        url.scheme() == "https"
            || match url.host() {
                Some(Host::Domain(name)) => name == "localhost",
                Some(Host::Ipv4(address)) => address.is_loopback(),
                Some(Host::Ipv6(address)) => address.is_loopback(),
                None => false,
            }
    }

    /// Returns the URL of a server on this machine. The loopback address replaces an unspecified address.
    pub(crate) fn of_listener(address: SocketAddr) -> Self {
        let host = match address {
            SocketAddr::V4(address) if address.ip().is_unspecified() => Host::Ipv4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(address) if address.ip().is_unspecified() => Host::Ipv6(Ipv6Addr::LOCALHOST),
            SocketAddr::V4(address) => Host::Ipv4(*address.ip()),
            SocketAddr::V6(address) => Host::Ipv6(*address.ip()),
        };
        Self(url::Origin::Tuple("http".to_owned(), host, address.port()).ascii_serialization())
    }
}

impl std::fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_parsed_to_its_origin() {
        for (text, origin) in [
            ("https://answers.example.com", "https://answers.example.com"),
            ("https://Answers.example.com:443/", "https://answers.example.com"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().map(|url| url.to_string()).as_deref(), Ok(origin), "{text}");
        }
        for text in [
            "",
            "answers.example.com",
            "ftp://a.example",
            "https://a.example/x",
            "https://a.example?x",
            "https://me@a.example",
        ] {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn http_is_confidential_only_on_this_machine() {
        let is_confidential = |text: &str| text.parse::<PublicUrl>().unwrap().is_confidential();
        for text in ["https://a.example", "http://localhost:8080", "http://127.0.0.2", "http://[::1]"] {
            assert!(is_confidential(text), "{text}");
        }
        for text in ["http://a.example", "http://192.168.1.2", "http://localhost.example", "http://[::2]"] {
            assert!(!is_confidential(text), "{text}");
        }
    }

    #[test]
    fn the_loopback_address_replaces_an_unspecified_address() {
        for (listen, url) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("0.0.0.0:80", "http://127.0.0.1"),
            ("[::]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(PublicUrl::of_listener(listen.parse().unwrap()).to_string(), url);
        }
    }
}
