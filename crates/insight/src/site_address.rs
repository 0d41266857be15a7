//! Addresses as parts of websites.

use crate::page_address::{HttpUrl, leads_to, owner_end};

/// The host and the path of an HTTP address. Scheme, port, query, `www.`, `m.` and `amp.`, the case of ASCII letters in the host,
/// Punycode and percent-encoding make no difference, nor do the forms that some sites have for one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteAddress {
    pub(crate) host: String,
    /// Decoded, with a final `/`.
    pub(crate) path: Vec<u8>,
}

impl SiteAddress {
    /// Reads an address. `None` for a text that is no HTTP address, and for a host that cannot exist.
    pub fn parse(url: &str) -> Option<Self> {
        let url = leads_to(url);
        let page = HttpUrl::parse(&url)?.into_page();
        Some(Self { host: page.host.into_owned(), path: page.path })
    }

    /// Whether a page belongs to the website with this address: its host is the website's or below it, and its path is the
    /// website's or below it.
    pub fn contains(&self, page: &Self) -> bool {
        let below = page.host.strip_suffix(&self.host);
        below.is_some_and(|rest| rest.is_empty() || rest.ends_with('.')) && page.path.starts_with(&self.path)
    }
}

/// The part of a site of many people that belongs to the owner of a page: `blog.naver.com/nurio`, `nurio.tistory.com`. `None` for a
/// page of another site.
pub fn owned_site(url: &str) -> Option<String> {
    let page = SiteAddress::parse(url)?;
    let path = String::from_utf8_lossy(&page.path);
    let end = owner_end(&page.host, &path)?;
    Some(format!("{}{}", page.host, path[..end].trim_end_matches('/')))
}

pub fn owns_domain(websites: &[String], domain: &str) -> bool {
    owns_page(websites, &format!("https://{domain}"))
}

pub fn owns_page(websites: &[String], address: &str) -> bool {
    let Some(page) = SiteAddress::parse(address) else { return false };
    websites.iter().filter_map(|website| SiteAddress::parse(website)).any(|site| site.contains(&page))
}

/// The brand that has the first of the websites that any brand has. Of several, the oldest: `brands` are newest first.
pub fn brand_with_website<'a, T>(
    brands: &'a [T],
    sites: impl Fn(&T) -> &[String],
    websites: &[String],
) -> Option<&'a T> {
    let has = |brand: &&T, website: &SiteAddress| {
        sites(brand).iter().filter_map(|site| SiteAddress::parse(site)).any(|site| site == *website)
    };
    websites
        .iter()
        .filter_map(|website| SiteAddress::parse(website))
        .find_map(|website| brands.iter().rev().find(|brand| has(brand, &website)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_page_are_equal() {
        let page = SiteAddress::parse("https://누리오.한국/나이키");
        assert!(page.is_some());
        assert_eq!(
            SiteAddress::parse("HTTP://www.xn--od1b68lv7k.XN--3e0b707e:8080/%EB%82%98%EC%9D%B4%ED%82%A4/?a=b"),
            page
        );
        assert_ne!(SiteAddress::parse("https://누리오.한국/"), page);
    }

    fn owned(websites: &[&str]) -> Vec<String> {
        websites.iter().map(|website| (*website).to_owned()).collect()
    }

    #[test]
    fn a_domain_is_a_brands_own_if_all_its_pages_are() {
        let websites =
            owned(&["https://www.nurio.example/", "https://blog.example/nurio", "https://shop.tavrin.example"]);
        let domains = ["nurio.example", "shop.nurio.example", "blog.example", "tavrin.example", "shop.tavrin.example"];
        assert_eq!(domains.map(|domain| owns_domain(&websites, domain)), [true, true, false, false, true]);
    }

    #[test]
    fn a_page_is_a_brands_own_if_it_is_on_one_of_its_websites() {
        let websites = owned(&["https://누리오.한국/", "https://blog.example/nurio"]);
        for (page, own) in [
            ("http://www.xn--od1b68lv7k.xn--3e0b707e/a?b=c", true),
            ("https://blog.example/nurio/1", true),
            ("https://blog.example/", false),
            ("urn:x", false),
        ] {
            assert_eq!(owns_page(&websites, page), own, "{page}");
        }
    }
}
