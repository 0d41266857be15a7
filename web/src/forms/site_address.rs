//! Addresses of sites, as people type them, and as they are shown.

use answerdeck_api::is_web_address;
use answerdeck_api::limits::WEB_ADDRESS_MAX;

use super::TextRule;
use crate::locale::{Pick, texts};
use crate::untrusted::quotation;

/// The maximum length of a name in characters.
const NAME_MAX: usize = 60;
const ADDRESS: TextRule = TextRule { required: true, max: WEB_ADDRESS_MAX };

/// An address with its scheme. People write `nurio.example`: like a browser, this adds `https://` if there is no
/// scheme. Space around it is removed.
pub fn with_scheme(text: &str) -> String {
    let text = text.trim();
    // An address inside a path or a query may contain another scheme.
    let has_scheme =
        text.split_once(':').is_some_and(|(scheme, rest)| rest.starts_with("//") && !scheme.contains(['/', '?', '#']));
    if text.is_empty() || has_scheme { text.to_owned() } else { format!("https://{text}") }
}

/// Why a typed address is not valid. `None` if it is. `invalid` is the message for one that is no web address.
pub fn address_error(typed: &str, invalid: Pick) -> Option<String> {
    let is_invalid = || !is_valid_address(&with_scheme(typed));
    ADDRESS.message(typed, texts()).or_else(|| is_invalid().then(|| invalid(texts()).to_owned()))
}

/// Whether an address with its scheme is a web address that the platform accepts.
pub fn is_valid_address(address: &str) -> bool {
    ADDRESS.check(address).is_none() && is_web_address(address)
}

/// The name of a site: its address without the scheme, on one line.
pub fn site_name(address: &str) -> String {
    let name = address.split_once("://").map_or(address, |(_, name)| name);
    quotation(name.strip_suffix('/').unwrap_or(name), NAME_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_site_has_no_scheme() {
        for (address, name) in [
            ("https://nurio.example/", "nurio.example"),
            ("http://nurio.example/ko", "nurio.example/ko"),
            ("nurio.example", "nurio.example"),
        ] {
            assert_eq!(site_name(address), name);
        }
    }

    #[test]
    fn an_address_without_a_scheme_is_secure() {
        for (text, address) in [
            (" nurio.example ", "https://nurio.example"),
            ("http://nurio.example", "http://nurio.example"),
            ("nurio.example/?to=https://a.example", "https://nurio.example/?to=https://a.example"),
            ("nurio.example?to=https://a.example", "https://nurio.example?to=https://a.example"),
            ("nurio.example#https://a.example", "https://nurio.example#https://a.example"),
            ("http://nurio.example/https://a.example", "http://nurio.example/https://a.example"),
        ] {
            assert_eq!(with_scheme(text), address);
            assert!(is_web_address(address), "{address}");
        }
    }

    #[test]
    fn an_invalid_address_stays_invalid() {
        for text in ["", " ", "javascript:alert(1)", "ftp://nurio.example", "/://nurio.example"] {
            assert!(!is_web_address(&with_scheme(text)), "{text:?}");
        }
    }
}
