//! The cookies of one crawl. Some sites show their pages only to visitors who return a cookie.

use hyper::HeaderMap;
use hyper::header::{HeaderValue, SET_COOKIE};
use url::{Position, Url};

/// The maximum numbers of cookies, and of bytes of their names and values together.
const COOKIES_MAX: usize = 50;
const BYTES_MAX: usize = 8_192;

/// Cookies in memory. They are sent to the host that set them, and to its twin with or without `www.`.
#[derive(Debug, Default)]
pub(crate) struct Cookies(Vec<Cookie>);

#[derive(Debug, PartialEq, Eq)]
struct Cookie {
    host: String,
    name: String,
    value: String,
    is_secure: bool,
}

impl Cookies {
    /// Keeps the cookies of a response. A cookie that has expired is removed.
    ///
    /// Source: RFC 6265, section 5.2.
    pub(crate) fn store(&mut self, from: &Url, headers: &HeaderMap) {
        for header in headers.get_all(SET_COOKIE) {
            let Ok(text) = header.to_str() else { continue };
            let mut parts = text.split(';').map(str::trim);
            let Some((name, value)) = parts.next().and_then(|pair| pair.split_once('=')) else { continue };
            let (name, value, host) = (name.trim(), value.trim(), host(from));
            if name.is_empty() {
                continue;
            }
            let (mut is_secure, mut is_removed) = (false, value.is_empty());
            for attribute in parts {
                let (key, setting) = attribute.split_once('=').unwrap_or((attribute, ""));
                is_secure |= key.trim().eq_ignore_ascii_case("secure");
                let is_over = || setting.trim().parse::<i64>().is_ok_and(|seconds| seconds <= 0);
                is_removed |= key.trim().eq_ignore_ascii_case("max-age") && is_over();
            }
            self.0.retain(|known| known.host != host || known.name != name);
            let used: usize = self.0.iter().map(|known| known.name.len() + known.value.len()).sum();
            if !is_removed && self.0.len() < COOKIES_MAX && used + name.len() + value.len() <= BYTES_MAX {
                self.0.push(Cookie { host, name: name.to_owned(), value: value.to_owned(), is_secure });
            }
        }
    }

    /// The header for a request. `None` without cookies.
    pub(crate) fn header(&self, to: &Url) -> Option<HeaderValue> {
        let host = host(to);
        let sent = self.0.iter().filter(|cookie| cookie.host == host && (!cookie.is_secure || to.scheme() == "https"));
        let pairs: Vec<String> = sent.map(|cookie| format!("{}={}", cookie.name, cookie.value)).collect();
        HeaderValue::try_from(pairs.join("; ")).ok().filter(|header| !header.is_empty())
    }
}

/// The host with its port, without `www.`.
fn host(url: &Url) -> String {
    let host = &url[Position::BeforeHost..Position::AfterPort];
    host.strip_prefix("www.").unwrap_or(host).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    fn cookies(lines: &[&str]) -> Cookies {
        let mut cookies = Cookies::default();
        let headers = lines.iter().map(|line| (SET_COOKIE, HeaderValue::try_from(*line).unwrap()));
        cookies.store(&url("https://www.a.example/x"), &headers.collect());
        cookies
    }

    #[test]
    fn a_cookie_returns_to_the_site_that_set_it() {
        for (lines, to, sent) in [
            (&["a=1; Path=/; HttpOnly", "b=2=3"][..], "https://a.example/y", Some("a=1; b=2=3")),
            (&["a=1", "a=2"], "https://www.a.example/", Some("a=2")),
            (&["a=1; Secure"], "http://a.example/", None),
            (&["a=1; secure"], "https://a.example/", Some("a=1")),
            (&["a=1"], "https://b.example/", None),
            (&["a=1"], "https://a.example:8443/", None),
            (&["a=1; Max-Age=0", "b=; Path=/", "=1", "c"], "https://a.example/", None),
            (&["a=1", "a=; max-age=-1"], "https://a.example/", None),
        ] {
            let header = cookies(lines).header(&url(to));
            assert_eq!(header.as_ref().map(|header| header.to_str().unwrap()), sent, "{lines:?}");
        }
    }

    #[test]
    fn cookies_are_bounded() {
        let lines: Vec<String> = (0..100).map(|number| format!("{number}=1")).collect();
        let many = cookies(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(many.0.len(), COOKIES_MAX);
        assert_eq!(cookies(&[&format!("a={}", "x".repeat(BYTES_MAX))]).0, []);
    }
}
