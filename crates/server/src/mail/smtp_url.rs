//! The URL of a mail server.

use std::str::FromStr;

use percent_encoding::percent_decode_str;
use url::{Host, Url};

/// A mail server, such as `smtps://USER:PASSWORD@mail.example.com`. Its `Debug` output hides the password.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpUrl {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) encryption: Encryption,
    /// The user and the password.
    pub(super) login: Option<(String, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encryption {
    /// TLS from the first byte.
    Implicit,
    /// TLS after the command STARTTLS. Without it nothing is sent.
    StartTls,
    /// None: the mail server is on this machine.
    None,
}

impl FromStr for SmtpUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        const EXPECTED: &str = "expected smtps:// (TLS) or smtp:// (STARTTLS, or a mail server on this machine) and a host, such \
                                as smtps://USER:PASSWORD@mail.example.com. Write special characters of the user and the \
                                password as in a URL: @ is %40";
        let url = Url::parse(text).map_err(|_| EXPECTED)?;
        let host = match url.host().ok_or(EXPECTED)? {
            // `url` leaves the hosts of unknown schemes as they are.
            Host::Domain(name) => Host::parse(name).map_err(|_| EXPECTED)?,
            Host::Ipv4(address) => Host::Ipv4(address),
            Host::Ipv6(address) => Host::Ipv6(address),
        };
        let is_local = match &host {
            Host::Domain(name) => name == "localhost",
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        };
        let (encryption, port) = match (url.scheme(), is_local) {
            ("smtps", _) => (Encryption::Implicit, 465),
            ("smtp", false) => (Encryption::StartTls, 587),
            ("smtp", true) => (Encryption::None, 25),
            _ => return Err(EXPECTED),
        };
        let decoded = |text: &str| percent_decode_str(text).decode_utf8().map(String::from).map_err(|_| EXPECTED);
        let login = match (url.username(), url.password()) {
            ("", None) => None,
            ("", Some(_)) | (_, None) => return Err(EXPECTED),
            (user, Some(password)) => Some((decoded(user)?, decoded(password)?)),
        };
        if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
            return Err(EXPECTED);
        }
        let host = match host {
            Host::Ipv6(address) => address.to_string(),
            host => host.to_string(),
        };
        Ok(Self { host, port: url.port().unwrap_or(port), encryption, login })
    }
}

impl std::fmt::Debug for SmtpUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{} ({:?})", self.host, self.port, self.encryption)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, u16, Encryption, Option<(String, String)>) {
        let SmtpUrl { host, port, encryption, login } = text.parse().unwrap();
        (host, port, encryption, login)
    }

    #[test]
    fn a_mail_server_is_reached_with_tls_unless_it_is_on_this_machine() {
        use Encryption::{Implicit, None as Plain, StartTls};
        let login = |user: &str, password: &str| Some((user.to_owned(), password.to_owned()));
        for (text, expected) in [
            ("smtps://mail.example.com", ("mail.example.com", 465, Implicit, None)),
            ("smtps://a:b@Mail.Example.com:2465/", ("mail.example.com", 2465, Implicit, login("a", "b"))),
            (
                "smtp://a%40b.example:%25%3A@mail.example.com",
                ("mail.example.com", 587, StartTls, login("a@b.example", "%:")),
            ),
            ("smtp://localhost", ("localhost", 25, Plain, None)),
            ("smtp://127.0.0.2:1025", ("127.0.0.2", 1025, Plain, None)),
            ("smtp://[::1]:1025", ("::1", 1025, Plain, None)),
            ("smtps://localhost:465", ("localhost", 465, Implicit, None)),
            ("smtp://10.0.0.1", ("10.0.0.1", 587, StartTls, None)),
            ("smtp://localhost.example", ("localhost.example", 587, StartTls, None)),
        ] {
            let (host, port, encryption, login) = read(text);
            assert_eq!((host.as_str(), port, encryption, login), expected, "{text}");
        }
    }

    #[test]
    fn other_urls_are_refused_with_an_example() {
        for text in [
            "",
            "mail.example.com",
            "http://mail.example.com",
            "smtp://",
            "smtp://a b",
            "smtps://user@mail.example.com",
            "smtps://:password@mail.example.com",
            "smtps://mail.example.com/path",
            "smtps://mail.example.com?tls=no",
            "smtps://mail.example.com#a",
            "smtps://a:%ff@mail.example.com",
        ] {
            let error = text.parse::<SmtpUrl>().unwrap_err();
            assert!(error.contains("smtps://USER:PASSWORD@mail.example.com"), "{text}");
        }
    }

    #[test]
    fn the_debug_output_hides_the_login() {
        let url: SmtpUrl = "smtps://kim:secret@mail.example.com".parse().unwrap();
        assert_eq!(format!("{url:?}"), "mail.example.com:465 (Implicit)");
    }
}
