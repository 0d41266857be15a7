//! Which pages belong to the websites of a brand.

use std::borrow::Cow;

use answerdeck_api::limits::DOMAIN_MAX;
use percent_encoding::percent_decode_str;

/// The websites of all brands.
#[derive(Debug, Default)]
pub(crate) struct BrandSites {
    /// The paths of websites and the brands for each host, in the order of the hosts.
    by_host: Vec<(String, Vec<Site>)>,
}

#[derive(Debug)]
struct Site {
    /// Decoded, with a final `/`.
    path: Vec<u8>,
    brand: u32,
}

impl BrandSites {
    /// Adds a website of a brand. A text that is no HTTP address adds nothing.
    pub(crate) fn add(&mut self, website: &str, brand: u32) {
        if let Some((host, path)) = host_and_path(website) {
            let host = host.strip_prefix("www.").unwrap_or(&host).to_owned();
            let site = Site { path: decoded(path), brand };
            match self.find(&host) {
                Ok(at) => self.by_host[at].1.push(site),
                Err(at) => self.by_host.insert(at, (host, vec![site])),
            }
        }
    }

    fn find(&self, host: &str) -> Result<usize, usize> {
        self.by_host.binary_search_by(|(known, _)| known.as_str().cmp(host))
    }

    /// Returns the brands that have `url` on a website, in ascending order. A page belongs to a website if its host is
    /// the website's or below it, and its path is the website's or below it. Scheme, port, query, `www.`, the case of
    /// ASCII letters in the host, Punycode and percent-encoding make no difference.
    pub(crate) fn owners(&self, url: &str) -> Vec<u32> {
        let Some((host, path)) = host_and_path(url) else { return Vec::new() };
        let below = host.match_indices('.').map(|(dot, _)| &host[dot + 1..]);
        let sites_of = |host: &str| self.find(host).ok().map(|at| &self.by_host[at].1);
        let mut sites = std::iter::once(&host[..]).chain(below).filter_map(sites_of).flatten().peekable();
        let mut owners = Vec::new();
        // Most pages are on no website of a brand: their path does not matter.
        if sites.peek().is_none() {
            return owners;
        }
        let path = decoded(path);
        for site in sites.filter(|site| path.starts_with(&site.path)) {
            if let Err(at) = owners.binary_search(&site.brand) {
                owners.insert(at, site.brand);
            }
        }
        owners
    }
}

/// Returns the host of an HTTP address as browsers would connect to it, and its path. `None` for another text, and for a host
/// that cannot exist.
fn host_and_path(url: &str) -> Option<(Cow<'_, str>, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return None;
    }
    // Browsers read a backslash as a slash: the host of `https://a.example\@b.example` is a.example.
    let (authority, rest) = rest.split_at(rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len()));
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = match host.strip_prefix('[') {
        Some(address) => address.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.is_empty() || host.len() > DOMAIN_MAX {
        return None;
    }
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    Some((ascii(host), path))
}

/// Returns a path, decoded and with a final `/`.
fn decoded(path: &str) -> Vec<u8> {
    let mut path: Vec<u8> = percent_decode_str(path).map(|byte| if byte == b'\\' { b'/' } else { byte }).collect();
    if path.last() != Some(&b'/') {
        path.push(b'/');
    }
    path
}

/// Returns the host in small letters, with its labels in Punycode where they are not ASCII. A label that Punycode cannot
/// write stays.
///
/// Source: RFC 3492; RFC 5890, section 2.3.2.1.
fn ascii(host: &str) -> Cow<'_, str> {
    if host.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Cow::Borrowed(host);
    }
    Cow::Owned(host.to_ascii_lowercase().split('.').map(ascii_label).collect::<Vec<_>>().join("."))
}

fn ascii_label(label: &str) -> Cow<'_, str> {
    let code = if label.is_ascii() { None } else { idna::punycode::encode_str(label) };
    code.map_or(Cow::Borrowed(label), |code| Cow::Owned(format!("xn--{code}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(websites: &[&str], url: &str) -> Vec<u32> {
        let mut sites = BrandSites::default();
        (0..).zip(websites).for_each(|(brand, website)| sites.add(website, brand));
        sites.owners(url)
    }

    #[test]
    fn a_page_of_the_host_or_below_it_belongs_to_the_website() {
        for (website, url) in [
            ("https://nike.com", "https://nike.com"),
            ("https://nike.com", "http://www.nike.com:8080/a?b#c"),
            ("https://www.nike.com/", "https://nike.com/a"),
            ("https://WWW.Nike.com", "HTTPS://shop.NIKE.com./a"),
            ("https://user@nike.com", "https://user:secret@nike.com/"),
            ("https://shop.nike.com/kr", "https://shop.nike.com/kr"),
            ("https://shop.nike.com/kr/", "https://m.shop.nike.com/kr?id=1"),
            ("https://shop.nike.com/kr?from=mail", "https://shop.nike.com/kr/shoes"),
            ("https://blog.example/나이키", "https://blog.example/%EB%82%98%EC%9D%B4%ED%82%A4/1"),
            ("https://누리오.한국", "https://www.xn--od1b68lv7k.xn--3e0b707e/"),
            ("https://[2001:db8::1]:80", "http://[2001:DB8::1]/a"),
            ("https://nike.com\\kr", "https://nike.com/kr"),
        ] {
            assert_eq!(owners(&[website], url), [0], "{website} {url}");
        }
    }

    #[test]
    fn a_page_of_another_host_or_path_does_not() {
        for (website, url) in [
            ("https://nike.com", "https://notnike.com"),
            ("https://nike.com", "https://nike.com.evil.example"),
            ("https://nike.com", "https://nike.com@evil.example/"),
            ("https://nike.com", "https://evil.example\\@nike.com/"),
            ("https://nike.com", "https://evil.example/?https://nike.com"),
            ("https://shop.nike.com", "https://nike.com"),
            ("https://nike.com/kr", "https://nike.com/"),
            ("https://nike.com/kr", "https://nike.com/krx"),
            ("https://nike.com/kr", "https://nike.com/KR"),
            ("https://nike.com", "urn:nike.com"),
            ("https://nike.com", "nike.com"),
            ("nike.com", "https://nike.com"),
            ("https://", "https:///"),
        ] {
            assert_eq!(owners(&[website], url), [0; 0], "{website} {url}");
        }
    }

    #[test]
    fn brands_share_a_page_and_each_is_named_once() {
        let websites = ["https://a.example", "https://shop.a.example", "http://a.example/", "https://b.example"];
        assert_eq!(owners(&websites, "https://shop.a.example/1"), [0, 1, 2]);
        let mut sites = BrandSites::default();
        ["https://a.example", "https://www.a.example/x"].iter().for_each(|website| sites.add(website, 7));
        assert_eq!(sites.owners("https://a.example/x/y"), [7]);
    }

    #[test]
    fn a_host_that_is_too_long_has_no_owner() {
        let host = ".a".repeat(100_000);
        assert_eq!(owners(&["https://a"], &format!("https://a{host}")), [0; 0]);
        assert_eq!(owners(&["https://a"], "https://a.a"), [0]);
    }
}
