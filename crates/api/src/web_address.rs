//! Validation of the URLs of web pages.

use crate::request::check;

/// The rule of `web_address` as a regular expression for the OpenAPI document: HTTP or HTTPS, a host or an IPv6 address in
/// brackets, an optional port, and no spaces or control characters.
#[cfg(feature = "openapi")]
pub(crate) const WEB_ADDRESS_PATTERN: &str = r#"^[Hh][Tt][Tt][Pp][Ss]?://(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7f#"%/:<>?@\[\\\]^|]+)(:[0-9]{1,5})?([/?#][^\x00-\x20\x7f]*)?$"#;

/// Checks that a text is the URL of a web page. Accepts the same texts as `WEB_ADDRESS_PATTERN`.
pub(crate) fn web_address(text: &str, _: &()) -> garde::Result {
    let expectation = "must be a URL with http:// or https:// and a host, without a user name or spaces";
    check(is_web_address(text), expectation)
}

/// Whether a text is the URL of a web page: `http` or `https`, a host or an IPv6 address in brackets, no user name, and no
/// spaces.
///
/// Source: docs/platform-api.md, section 2, Brand.
pub fn is_web_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let Some(rest) = rest.strip_prefix("//") else { return false };
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    // The port of an IPv6 address follows the bracket.
    let host_end = authority.find(']').map_or_else(|| authority.find(':'), |bracket| Some(bracket + 1));
    let (host, port) = authority.split_at(host_end.unwrap_or(authority.len()));
    ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
        && is_host(host)
        && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
        && !rest.contains(is_control)
}

fn is_host(host: &str) -> bool {
    match host.strip_prefix('[').and_then(|address| address.strip_suffix(']')) {
        Some(address) => {
            !address.is_empty() && address.bytes().all(|byte| byte.is_ascii_hexdigit() || b":.".contains(&byte))
        }
        None => !host.is_empty() && !host.contains(|letter| is_control(letter) || "\"%<>@[\\]^|".contains(letter)),
    }
}

fn is_port(port: &str) -> bool {
    (1..=5).contains(&port.len()) && port.bytes().all(|digit| digit.is_ascii_digit())
}

fn is_control(character: char) -> bool {
    character <= ' ' || character == '\u{7f}'
}

#[cfg(test)]
mod tests {
    use super::is_web_address;

    #[test]
    fn a_scheme_and_a_host_are_required() {
        for text in [
            "https://nurio.example",
            "http://nurio.example:8080/ko/?a=b#c",
            "HTTPS://누리오.example/에어 2".replace(' ', "-").as_str(),
            "http://127.0.0.1",
            "http://[::1]",
            "https://[2001:DB8::192.0.2.1]:8443/a",
            "https://a?q",
        ] {
            assert!(is_web_address(text), "{text}");
        }
    }

    #[test]
    fn a_text_that_no_browser_could_open_is_rejected() {
        for text in [
            "",
            "nurio.example",
            "//nurio.example",
            "ftp://nurio.example",
            "https://",
            "https:///path",
            "https://?q",
            "https://:80",
            "https://a:port",
            "https://a:123456",
            "https://[]",
            "https://[::1",
            "https://::1]",
            "https://[::1]a",
            "https://[::1]:",
            "https://[nurio.example]",
            "https://a[::1]",
            "https://a b.example",
            "https://a.example/a b",
            "https://me@a.example",
            "https://a.example\n",
            " https://a.example",
            "javascript://a.example",
        ] {
            assert!(!is_web_address(text), "{text}");
        }
    }
}
