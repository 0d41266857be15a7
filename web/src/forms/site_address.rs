//! Addresses of sites, as people type them, and as they are shown.

use answerdeck_api::is_web_address;
use answerdeck_api::limits::WEB_ADDRESS_MAX;
use answerdeck_insight::without_fragment_and_tracking;

use super::TextRule;
use crate::locale::{Pick, texts};
use crate::untrusted::quotation;

const QUOTED_CHARS_MAX: usize = 60;
/// The names of the page that a site opens first, before the dot.
const FIRST_PAGES: [&str; 4] = ["index", "main", "default", "home"];
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

/// The website of an address that people copy: with its scheme, and without its fragment, what tracks readers, and the page that
/// a site opens first, as in `/index.html`.
pub fn website(text: &str) -> String {
    let address = without_fragment_and_tracking(&with_scheme(text));
    let path = address.split('?').next().unwrap_or_default();
    let is_first_page = |page: &str| {
        page.split_once('.').is_some_and(|(name, _)| FIRST_PAGES.iter().any(|first| name.eq_ignore_ascii_case(first)))
    };
    match path.rsplit_once('/') {
        Some((site, page)) if is_first_page(page) && !site.ends_with('/') => site.to_owned(),
        _ => address,
    }
}

/// The part of a site that an address names, without a query, and the address of the whole site. `None` for that of a whole site.
pub fn part_of_site(address: &str) -> Option<(&str, &str)> {
    let part = address.split(['?', '#']).next()?;
    let host = part.find("://")? + "://".len();
    let end = host + part.get(host..)?.find('/')?;
    let (site, path) = part.split_at(end);
    (!path.trim_matches('/').is_empty()).then_some((part, site))
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
    quotation(name.strip_suffix('/').unwrap_or(name), QUOTED_CHARS_MAX)
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
    fn a_website_has_no_first_page_no_fragment_and_nothing_that_tracks_readers() {
        for (text, address) in [
            ("https://www.bruvane.example/main/index.do?utm=x", "https://www.bruvane.example/main"),
            ("bruvane.example/Main.jsp", "https://bruvane.example"),
            ("http://bruvane.example/kr/default.aspx#top", "http://bruvane.example/kr"),
            ("https://index.example", "https://index.example"),
            ("https://bruvane.example/main", "https://bruvane.example/main"),
            ("https://bruvane.example/index.html/kr", "https://bruvane.example/index.html/kr"),
            ("https://blog.example/Post.naver?id=nurio", "https://blog.example/Post.naver?id=nurio"),
            ("https://blog.example/Post.naver?UTM_source=a&id=n&gclid=b#c", "https://blog.example/Post.naver?id=n"),
            ("bruvane.example?utm_medium=a", "https://bruvane.example"),
        ] {
            assert_eq!(website(text), address, "{text}");
        }
    }

    #[test]
    fn a_part_of_a_site_has_a_path() {
        let whole = "https://bruvane.example";
        for part in ["https://bruvane.example/kr", "https://bruvane.example/kr/"] {
            assert_eq!(part_of_site(part), Some((part, whole)));
        }
        assert_eq!(part_of_site("https://bruvane.example/kr?a=/#b"), Some(("https://bruvane.example/kr", whole)));
        for site in [whole, "https://bruvane.example/", "https://bruvane.example//?a=/b", "https://bruvane.example#/b"]
        {
            assert_eq!(part_of_site(site), None, "{site}");
        }
    }

    #[test]
    fn an_invalid_address_stays_invalid() {
        for text in ["", " ", "javascript:alert(1)", "ftp://nurio.example", "/://nurio.example", "nurio example"] {
            assert!(!is_valid_address(&with_scheme(text)), "{text:?}");
        }
        let long = |path: usize| format!("https://a.example/{}", "x".repeat(path));
        assert!(is_valid_address(&long(WEB_ADDRESS_MAX - 18)) && !is_valid_address(&long(WEB_ADDRESS_MAX - 17)));
    }
}
