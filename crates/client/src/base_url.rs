//! The base URL of a platform.

use crate::error::{Error, Result};

/// `scheme://host[:port]` without a trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BaseUrl(String);

impl BaseUrl {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let text = text.trim().trim_end_matches('/');
        let invalid = |why: &str| Err(Error::usage(format!("the address {text:?} {why}")));
        let Some(host) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
            return invalid("must begin with https:// or http://");
        };
        if host.is_empty() {
            return invalid("has no host");
        }
        if host.contains(['/', '?', '#', '@', '\\', '"', '<', '>']) || host.chars().any(char::is_whitespace) {
            return invalid("must only have a scheme, a host and a port");
        }
        Ok(Self(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_accepts_a_scheme_a_host_and_a_port() {
        for (text, expected) in [
            ("https://platform.example", "https://platform.example"),
            (" http://127.0.0.1:8080/ ", "http://127.0.0.1:8080"),
            ("https://[::1]:8443//", "https://[::1]:8443"),
        ] {
            assert_eq!(BaseUrl::parse(text).unwrap().as_str(), expected);
        }
    }

    #[test]
    fn parse_rejects_every_other_address() {
        for text in [
            "",
            "platform.example",
            "ftp://platform.example",
            "https://",
            "https://platform.example/api",
            "https://platform.example?x",
            "https://platform.example#x",
            "https://user@platform.example",
            "https://platform example",
        ] {
            assert!(BaseUrl::parse(text).unwrap_err().is_usage(), "{text}");
        }
    }
}
