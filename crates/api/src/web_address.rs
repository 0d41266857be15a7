//! Validation of the URLs of web pages.

/// The rule of `web_address` as a regular expression for the OpenAPI document: HTTP or HTTPS, a host, an optional port,
/// and no spaces or control characters.
#[cfg(feature = "openapi")]
pub(crate) const WEB_ADDRESS_PATTERN: &str =
    r#"^[Hh][Tt][Tt][Pp][Ss]?://[^\x00-\x20\x7f#"%/:<>?@\[\\\]^|]+(:[0-9]{1,5})?([/?#][^\x00-\x20\x7f]*)?$"#;

/// Checks that a text is the URL of a web page. Accepts the same texts as `WEB_ADDRESS_PATTERN`.
pub(crate) fn web_address(text: &str, _: &()) -> garde::Result {
    if is_web_address(text) {
        Ok(())
    } else {
        Err(garde::Error::new("must be a URL that begins with http:// or https://"))
    }
}

/// Whether a text is the URL of a web page: `http` or `https`, a host without a user name, and no spaces.
///
/// Source: docs/platform-api.md, section 2, Brand.
pub fn is_web_address(text: &str) -> bool {
    let is_control = |character: char| character <= ' ' || character == '\u{7f}';
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let Some(rest) = rest.strip_prefix("//") else { return false };
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, port) =
        rest[..host_end].split_once(':').map_or((&rest[..host_end], None), |(host, port)| (host, Some(port)));
    ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
        && !host.is_empty()
        && !host.contains(|character| is_control(character) || "\"%<>@[\\]^|".contains(character))
        && port.is_none_or(|port| (1..=5).contains(&port.len()) && port.bytes().all(|digit| digit.is_ascii_digit()))
        && !rest.contains(is_control)
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
