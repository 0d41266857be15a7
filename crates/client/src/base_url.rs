//! The base URL of a platform.

use crate::error::{Error, Result};

/// What people copy with the address: operations have these in their paths. It is left out.
const PATHS_OF_OPERATIONS: [&str; 5] = ["/api", "/api/v1", "/api/v1beta", "/api/v1/platform", "/api/v1beta/platform"];

/// `scheme://host[:port][/path]` without a trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BaseUrl(String);

impl BaseUrl {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let text = text.trim().trim_end_matches('/');
        let invalid = |why: &str| Err(Error::usage(format!("the address {text:?} {why}")));
        let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
            return invalid("must begin with https:// or http://");
        };
        if rest.contains(['?', '#', '@', '\\', '"', '<', '>']) || rest.chars().any(char::is_whitespace) {
            return invalid("must only have a scheme, a host, a port and a path");
        }
        let mut segments = rest.split('/');
        if segments.next().is_none_or(str::is_empty) {
            return invalid("has no host");
        }
        // Browsers would send these to another path.
        if segments.any(|segment| matches!(segment, "" | "." | "..")) {
            return invalid("has an empty or relative part in its path");
        }
        let copied = PATHS_OF_OPERATIONS.into_iter().find(|path| rest.ends_with(*path)).unwrap_or_default();
        Ok(Self(text.strip_suffix(copied).unwrap_or(text).to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_accepts_a_scheme_a_host_a_port_and_a_path() {
        for (text, expected) in [
            ("https://platform.example", "https://platform.example"),
            (" http://127.0.0.1:8080/ ", "http://127.0.0.1:8080"),
            ("https://[::1]:8443//", "https://[::1]:8443"),
            ("https://company.example/answers/kr/", "https://company.example/answers/kr"),
            ("https://company.example/api/answers/", "https://company.example/api/answers"),
            ("http://api", "http://api"),
            ("https://platform.example/api", "https://platform.example"),
            ("https://platform.example/a/api/", "https://platform.example/a"),
            ("https://platform.example/api/v1", "https://platform.example"),
            ("https://platform.example/api/v1/platform/", "https://platform.example"),
            ("https://platform.example/a/api/v1beta/platform", "https://platform.example/a"),
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
            "https:///path",
            "https://platform.example/a//b",
            "https://platform.example/a/../b",
            "https://platform.example?x",
            "https://platform.example#x",
            "https://user@platform.example",
            "https://platform example",
        ] {
            assert!(BaseUrl::parse(text).unwrap_err().is_usage(), "{text}");
        }
    }
}
