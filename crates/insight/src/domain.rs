//! The root domains of hosts, and the domains and sites that people write. Not for the browser: the list of public suffixes is
//! large.

use std::net::Ipv4Addr;

use crate::page_address::host::ascii;
use crate::page_address::{HttpUrl, leads_to};
use crate::site_address::owned_site;

/// The root domain of a host, in small letters and Punycode. `None` for an IP address, and for a host that is only a public suffix.
pub fn root_domain(host: &str) -> Option<String> {
    let host = ascii(host).filter(|host| host.parse::<Ipv4Addr>().is_err())?;
    answerdeck_public_suffixes::registrable_domain(&host).map(str::to_owned)
}

/// The root domain, or the site of one owner among many, that a text names, as rankings write it. The text has any letters, and may
/// be the address of a page. The error is what the text must be, with the root domain of a host that is below one.
pub fn named_source(text: &str) -> Result<String, String> {
    let address = address(text);
    if let Some(site) = owned_site(&address) {
        return Ok(site);
    }
    let has_user = address.split(['/', '\\', '?', '#']).nth(2).is_some_and(|authority| authority.contains('@'));
    let host = HttpUrl::parse(&address).map(|url| url.host).filter(|host| is_host_name(host) && !has_user);
    of_root(host.as_deref().unwrap_or_default())
}

/// The root domain that a text names, as [`named_source`] reads it.
pub fn named_domain(text: &str) -> Result<String, String> {
    let source = named_source(text)?;
    let (host, path) = source.split_once('/').unwrap_or((source.as_str(), ""));
    if path.is_empty() { of_root(host) } else { Err(expected(root_domain(host))) }
}

/// A host that is a root domain.
fn of_root(host: &str) -> Result<String, String> {
    match root_domain(host) {
        Some(root) if root == host => Ok(root),
        root => Err(expected(root)),
    }
}

fn expected(root: Option<String>) -> String {
    match root {
        Some(root) => format!("must be a root domain: {root}"),
        None => "must be a domain such as news.example".to_owned(),
    }
}

/// The address of a page, with a scheme.
fn address(text: &str) -> String {
    let text = text.trim();
    let has_scheme = HttpUrl::parse(text).is_some();
    if has_scheme { leads_to(text).into_owned() } else { leads_to(&format!("https://{text}")).into_owned() }
}

fn is_host_name(host: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    host.split('.').all(|label| !label.is_empty() && label.bytes().all(is_letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_domain_has_one_form() {
        for (host, root) in [
            ("news.a.co.kr", Some("a.co.kr")),
            ("A.Example.", Some("a.example")),
            ("www.누리오.한국", Some("xn--od1b68lv7k.xn--3e0b707e")),
            ("co.kr", None),
            ("localhost", None),
            ("127.0.0.1", None),
            ("", None),
        ] {
            assert_eq!(root_domain(host).as_deref(), root, "{host}");
        }
    }

    #[test]
    fn a_domain_is_read_in_every_form() {
        for text in [
            "nurio.example",
            "NURIO.Example",
            "nurio.example.",
            " www.nurio.example ",
            "nuri\u{200b}o.example",
            "https://nurio.example",
            "HTTP://WWW.nurio.example:8080/products/1?a=b#c",
            "nurio.example/products",
            "m.nurio.example",
        ] {
            assert_eq!(named_domain(text).as_deref(), Ok("nurio.example"), "{text:?}");
            assert_eq!(named_source(text).as_deref(), Ok("nurio.example"), "{text:?}");
        }
        assert_eq!(named_domain("누리오.한국"), named_domain("xn--od1b68lv7k.XN--3e0b707e"));
    }

    #[test]
    fn a_site_is_read_as_rankings_write_it() {
        for (text, site) in [
            ("blog.naver.com/nurio", "blog.naver.com/nurio"),
            ("https://m.blog.naver.com/Nurio/7", "blog.naver.com/nurio"),
            ("www.youtube.com/@nurio", "youtube.com/@nurio"),
            ("Nurio.tistory.com", "nurio.tistory.com"),
        ] {
            assert_eq!(named_source(text).as_deref(), Ok(site), "{text}");
            assert_eq!(named_source(site).as_deref(), Ok(site), "{site}");
        }
    }

    #[test]
    fn what_no_source_can_have_is_refused_with_the_root_domain() {
        for (text, example) in [
            ("no such domain !!", "news.example"),
            ("no!.example", "news.example"),
            ("a@b.example", "news.example"),
            ("mailto:a@b.example", "news.example"),
            ("ftp://nurio.example", "news.example"),
            ("a..example", "news.example"),
            (".example", "news.example"),
            ("co.kr", "news.example"),
            ("localhost", "news.example"),
            ("127.0.0.1", "news.example"),
            ("http://[::1]/", "news.example"),
            ("", "news.example"),
            ("shop.nurio.example", "nurio.example"),
            ("https://blog.naver.com/", "naver.com"),
        ] {
            let reason = match example {
                "news.example" => "must be a domain such as news.example".to_owned(),
                root => format!("must be a root domain: {root}"),
            };
            assert_eq!(named_source(text), Err(reason), "{text:?}");
            assert_eq!(named_domain(text), named_source(text), "{text:?}");
        }
        for (site, root) in [("blog.naver.com/nurio", "naver.com"), ("youtube.com/@nurio", "youtube.com")] {
            assert_eq!(named_domain(site), Err(format!("must be a root domain: {root}")), "{site}");
        }
    }
}
