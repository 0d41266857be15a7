//! Addresses of web pages and sites.

/// What an address looks like, as a regular expression of the OpenAPI document: http or https, a host, perhaps a port,
/// and no space or control character.
#[cfg(feature = "openapi")]
pub(crate) const WEB_ADDRESS_PATTERN: &str =
    r#"^[Hh][Tt][Tt][Pp][Ss]?://[^\x00-\x20\x7f#"%/:<>?@\[\\\]^|]+(:[0-9]{1,5})?([/?#][^\x00-\x20\x7f]*)?$"#;

/// Checks what `WEB_ADDRESS_PATTERN` says.
pub(crate) fn web_address(text: &str, _: &()) -> garde::Result {
    if is_web_address(text) {
        Ok(())
    } else {
        Err(garde::Error::new("not an address that begins with http:// or https://"))
    }
}

fn is_web_address(text: &str) -> bool {
    let control = |letter: char| letter <= ' ' || letter == '\u{7f}';
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let rest_of_host = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, port) =
        rest[..rest_of_host].split_once(':').map_or((&rest[..rest_of_host], None), |(host, port)| (host, Some(port)));
    ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
        && !host.is_empty()
        && !host.contains(|letter| control(letter) || "\"%<>@[\\]^|".contains(letter))
        && port.is_none_or(|port| (1..=5).contains(&port.len()) && port.bytes().all(|digit| digit.is_ascii_digit()))
        && !rest.contains(control)
}

#[cfg(test)]
mod tests {
    use super::is_web_address;

    #[test]
    fn a_scheme_and_a_host_make_an_address() {
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
    fn what_no_browser_could_open_is_none() {
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
