//! The address of a platform.

use crate::{Error, Result};

/// `scheme://host[:port]`, without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BaseUrl(String);

impl BaseUrl {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let text = text.trim().trim_end_matches('/');
        let refuse = |why: &str| Err(Error::usage(format!("the address {text:?} {why}")));
        let Some(host) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
            return refuse("does not begin with https:// or http://");
        };
        if host.is_empty() {
            return refuse("has no host");
        }
        if host.contains(['/', '?', '#', '@', '\\', '"', '<', '>']) || host.chars().any(char::is_whitespace) {
            return refuse("is more than a scheme, a host and a port");
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
    fn ok_a_scheme_a_host_and_a_port() {
        for (text, expected) in [
            ("https://platform.example", "https://platform.example"),
            (" http://127.0.0.1:8080/ ", "http://127.0.0.1:8080"),
            ("https://[::1]:8443//", "https://[::1]:8443"),
        ] {
            assert_eq!(BaseUrl::parse(text).unwrap().as_str(), expected);
        }
    }

    #[test]
    fn err_anything_else() {
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
