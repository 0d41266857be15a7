//! Which pages belong to the websites of a brand.

use std::collections::{BTreeSet, HashMap};

use crate::SiteAddress;

#[derive(Debug, Default)]
pub struct BrandSites {
    by_host: HashMap<String, Vec<Site>>,
}

#[derive(Debug)]
struct Site {
    /// Decoded, with a final `/`.
    path: Vec<u8>,
    brand: u32,
}

impl BrandSites {
    /// Adds a website of a brand, which the caller numbers. A text that is no HTTP address adds nothing.
    pub fn add(&mut self, website: &str, brand: u32) {
        if let Some(SiteAddress { host, path }) = SiteAddress::parse(website) {
            self.by_host.entry(host).or_default().push(Site { path, brand });
        }
    }

    /// Returns the brands that have `url` on a website, in ascending order. A page belongs to a website as
    /// [`contains`](SiteAddress::contains) says.
    pub fn owners(&self, url: &str) -> Vec<u32> {
        let Some(page) = SiteAddress::parse(url) else { return Vec::new() };
        let host: &str = &page.host;
        let below = host.match_indices('.').map(|(dot, _)| &host[dot + 1..]);
        let sites = std::iter::once(host).chain(below).filter_map(|host| self.by_host.get(host)).flatten();
        let owners = sites.filter(|site| page.path.starts_with(&site.path)).map(|site| site.brand);
        owners.collect::<BTreeSet<u32>>().into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(websites: &[&str], url: &str) -> Vec<u32> {
        let mut sites = BrandSites::default();
        (0..).zip(websites).for_each(|(brand, website)| sites.add(website, brand));
        let owners = sites.owners(url);
        let page = SiteAddress::parse(url);
        let contains = |website: &str| Some(SiteAddress::parse(website)?.contains(page.as_ref()?));
        let found = (0..).zip(websites).filter(|(_, website)| contains(website) == Some(true));
        assert_eq!(owners, found.map(|(brand, _)| brand).collect::<Vec<_>>(), "one by one: {websites:?} {url}");
        owners
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
