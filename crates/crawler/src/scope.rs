//! Which URLs can be visited, and which belong to one site.

use url::{Host, Url};

/// Ports of other protocols, whose servers could misread an HTTP request.
///
/// Source: Fetch, section 2.9.
const BAD_PORTS: &[u16] = &[
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
    532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
    5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/// The maximum number of bytes of a URL.
pub const URL_BYTES_MAX: usize = 2_048;

/// The URL without its fragment. `None` when it cannot be visited.
pub(crate) fn visitable(url: &Url) -> Option<Url> {
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

/// Whether two URLs belong to one site: the same host, with or without `www.`, and the same explicit port. `http` and `https`
/// do not differ.
pub(crate) fn is_same_site(one: &Url, other: &Url) -> bool {
    one.port() == other.port() && host(one).is_some() && host(one) == host(other)
}

fn host(url: &Url) -> Option<Host<&str>> {
    Some(match url.host()? {
        Host::Domain(name) => {
            let name = name.strip_suffix('.').unwrap_or(name);
            Host::Domain(name.strip_prefix("www.").unwrap_or(name))
        }
        ip => ip,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn a_site_is_a_host_with_or_without_www_and_tls() {
        let site = url("https://www.nurio.example/");
        for same in ["http://nurio.example/a?b", "https://NURIO.example./", "http://www.nurio.example:80/"] {
            assert!(is_same_site(&site, &url(same)), "{same}");
        }
        for other in
            ["https://shop.nurio.example/", "https://nurio.example:8443/", "https://example/", "https://1.1.1.1/"]
        {
            assert!(!is_same_site(&site, &url(other)), "{other}");
        }
        assert!(is_same_site(&url("http://1.1.1.1:81/"), &url("https://1.1.1.1:81/a")));
    }

    #[test]
    fn only_urls_that_a_browser_opens_are_visitable() {
        assert_eq!(visitable(&url("HTTP://a.example/b#c")).unwrap().as_str(), "http://a.example/b");
        assert!(visitable(&url("http://a.example:8080/")).is_some());
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
            assert!(visitable(&url(other)).is_none(), "{other}");
        }
    }

    #[test]
    fn bad_ports_are_sorted() {
        assert!(BAD_PORTS.is_sorted());
    }
}
