//! Where a link of untrusted text leads.

use super::bidi::{turns, visible};

/// Longest address that is followed. Browsers and servers agree on about as much.
const LENGTH_MAX: usize = 2_048;

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// To a page of another site, over http or https.
    Page {
        /// The address as it came.
        address: String,
        /// The host that it really leads to.
        host: String,
    },
    /// Nowhere that is safe: the address is only text.
    Inert(String),
}

/// Reads an address. Only `http` and `https` are followed, and only where nothing in the address dresses one host up
/// as another: no user name, no backslash, no space, no control and no turn of direction.
pub fn target(address: &str) -> Target {
    let address = address.trim();
    match host(address) {
        Some(host) => Target::Page { address: address.to_owned(), host },
        None => Target::Inert(visible(address).into_owned()),
    }
}

fn host(address: &str) -> Option<String> {
    let odd =
        |character: char| character.is_whitespace() || character.is_control() || character == '\\' || turns(character);
    if address.len() > LENGTH_MAX || address.contains(odd) {
        return None;
    }
    let (scheme, rest) = address.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    let fits = |character: char| character.is_alphanumeric() || ".-_:[]".contains(character);
    (!authority.is_empty() && authority.chars().all(fits)).then(|| authority.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_followed_and_name_their_host() {
        for (address, named) in [
            ("https://soundlab.example/a?b=c#d", "soundlab.example"),
            (" HTTP://Shop.Example:8080 ", "shop.example:8080"),
            ("https://한국.example/이어폰", "한국.example"),
            ("https://[::1]/", "[::1]"),
        ] {
            let Target::Page { host, .. } = target(address) else { panic!("{address} is not followed") };
            assert_eq!(host, named);
        }
    }

    #[test]
    fn nothing_else_is() {
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            "\u{1}javascript://x",
            "data:text/html,<script>alert(1)</script>",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:https://a.example/1",
            "//evil.example",
            "/settings",
            "#source-1",
            "",
            "https://",
            "https:///evil",
            "https://good.example@evil.example/",
            "https://good.example\\@evil.example/",
            "https://good.example\u{202E}/",
            "https://a b.example",
            "mailto:a@b.example",
        ] {
            assert!(matches!(target(address), Target::Inert(_)), "{address:?}");
        }
        assert!(matches!(target(&format!("https://a.example/{}", "a".repeat(4_000))), Target::Inert(_)));
    }
}
