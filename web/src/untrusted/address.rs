//! Links in untrusted text.

use answerdeck_api::is_direction_control;

use super::bidi::visible;
use crate::letter_case::lower_case;

/// The maximum length of a link in bytes. Browsers and servers commonly support about as much.
const LENGTH_MAX: usize = 2_048;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// A web page, over http or https.
    Web {
        address: String,
        /// The host that the link leads to.
        host: String,
    },
    /// Not safe to follow: the address is shown as text, with hidden characters made visible.
    Inert(String),
}

/// Classifies an address. A web target has the scheme `http` or `https`, and nothing in it disguises the host: no user
/// name, backslash, space, control character or bidirectional control.
pub fn link_target(address: &str) -> LinkTarget {
    let address = address.trim();
    match host(address) {
        Some(host) => LinkTarget::Web { address: address.to_owned(), host },
        None => LinkTarget::Inert(visible(address)),
    }
}

fn host(address: &str) -> Option<String> {
    let is_forbidden = |character: char| {
        character.is_whitespace() || character.is_control() || character == '\\' || is_direction_control(character)
    };
    if address.len() > LENGTH_MAX || address.contains(is_forbidden) {
        return None;
    }
    let (scheme, rest) = address.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let authority = rest.strip_prefix("//")?.split(['/', '?', '#']).next()?;
    let is_allowed =
        |character: char| character.is_alphanumeric() || matches!(character, '.' | '-' | '_' | ':' | '[' | ']');
    (!authority.is_empty() && authority.chars().all(is_allowed)).then(|| lower_case(authority))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses_are_followed_and_their_host_is_named() {
        for (address, named) in [
            ("https://soundlab.example/a?b=c#d", "soundlab.example"),
            (" HTTP://Shop.Example:8080 ", "shop.example:8080"),
            ("https://한국.example/이어폰", "한국.example"),
            ("https://[::1]/", "[::1]"),
        ] {
            let LinkTarget::Web { host, .. } = link_target(address) else { panic!("{address} is not followed") };
            assert_eq!(host, named);
        }
    }

    #[test]
    fn other_addresses_are_not_followed() {
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
            assert!(matches!(link_target(address), LinkTarget::Inert(_)), "{address:?}");
        }
        assert!(matches!(link_target(&format!("https://a.example/{}", "a".repeat(4_000))), LinkTarget::Inert(_)));
    }
}
