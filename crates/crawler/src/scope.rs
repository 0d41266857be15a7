//! Which URLs belong to one site.

use url::{Host, Url};

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
}
