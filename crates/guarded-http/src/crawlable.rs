//! Which URLs can be requested.

use url::Url;

/// Ports of other protocols, whose servers could misread an HTTP request.
///
/// Source: Fetch, section 2.9.
const BAD_PORTS: &[u16] = &[
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
    532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
    5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

pub const URL_BYTES_MAX: usize = 2_048;

/// The URL without its fragment. `None` when a browser does not open it without credentials.
pub fn crawlable(url: &Url) -> Option<Url> {
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let has_no_credentials = url.username().is_empty() && url.password().is_none();
    let is_allowed_port = url.port().is_none_or(|port| BAD_PORTS.binary_search(&port).is_err());
    if !(is_web && has_no_credentials && is_allowed_port) || url.as_str().len() > URL_BYTES_MAX {
        return None;
    }
    let mut url = url.clone();
    url.set_fragment(None);
    Some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn only_urls_that_a_browser_opens_are_crawlable() {
        assert_eq!(crawlable(&url("HTTP://a.example/b#c")).unwrap().as_str(), "http://a.example/b");
        assert!(crawlable(&url("http://a.example:8080/")).is_some());
        let long = format!("https://a.example/{}", "a".repeat(URL_BYTES_MAX));
        for other in ["ftp://a.example/", "file:///etc/passwd", "data:text/html,a", "https://u@a.example/", &long]
            .into_iter()
            .chain([
                "https://:p@a.example/",
                "http://a.example:25/",
                "http://a.example:6000/",
                "gopher://a.example:70/",
            ])
        {
            assert!(crawlable(&url(other)).is_none(), "{other}");
        }
    }

    #[test]
    fn bad_ports_are_sorted() {
        assert!(BAD_PORTS.is_sorted());
    }
}
