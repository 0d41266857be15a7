//! Addresses as pages of websites.

use std::borrow::Cow;

use answerdeck_api::limits::DOMAIN_MAX;
use percent_encoding::percent_decode_str;

/// The host and the path of an HTTP address. Scheme, port, query, `www.`, the case of ASCII letters in the host, Punycode and
/// percent-encoding make no difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteAddress {
    host: String,
    /// Decoded, with a final `/`.
    path: Vec<u8>,
}

impl SiteAddress {
    /// Reads an address. `None` for a text that is no HTTP address, and for a host that cannot exist.
    pub fn parse(url: &str) -> Option<Self> {
        let (host, path) = host_and_path(url)?;
        Some(Self { host: without_www(&host).to_owned(), path: decoded_path(path) })
    }

    /// Whether a page belongs to the website with this address: its host is the website's or below it, and its path is the
    /// website's or below it.
    pub fn contains(&self, page: &Self) -> bool {
        let below = page.host.strip_suffix(&self.host);
        below.is_some_and(|rest| rest.is_empty() || rest.ends_with('.')) && page.path.starts_with(&self.path)
    }
}

/// Returns a host without a `www.` before it.
pub(crate) fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// Returns the host of an HTTP address as browsers would connect to it, and its path. `None` for another text, and for a host
/// that cannot exist.
pub(crate) fn host_and_path(url: &str) -> Option<(Cow<'_, str>, &str)> {
    let (scheme, rest) = split_before(url, b":");
    let rest = rest.strip_prefix("://")?;
    if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return None;
    }
    // Browsers read a backslash as a slash: the host of `https://a.example\@b.example` is a.example.
    let (authority, rest) = split_before(rest, br"/\?#");
    let after_user = authority.bytes().rposition(|byte| byte == b'@').map_or(0, |at| at + 1);
    let host = &authority[after_user..];
    let (host, _) = match host.strip_prefix('[') {
        Some(address) => split_before(address, b"]"),
        None => split_before(host, b":"),
    };
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.is_empty() || host.len() > DOMAIN_MAX {
        return None;
    }
    let (path, _) = split_before(rest, b"?#");
    Some((ascii(host), path))
}

/// Splits a text before the first of some ASCII characters.
#[inline(never)] // five copies would be a kilobyte of each page that knows the own brand
fn split_before<'a>(text: &'a str, ends: &[u8]) -> (&'a str, &'a str) {
    text.split_at(text.bytes().position(|byte| ends.contains(&byte)).unwrap_or(text.len()))
}

/// Returns a path, decoded and with a final `/`.
pub(crate) fn decoded_path(path: &str) -> Vec<u8> {
    let mut path: Vec<u8> = percent_decode_str(path).collect();
    path.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
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
    let mut ascii = String::new();
    let mut rest = host;
    loop {
        let (label, after) = split_before(rest, b".");
        let code = if label.is_ascii() { None } else { idna::punycode::encode_str(label) };
        match code {
            Some(code) => {
                ascii.push_str("xn--");
                ascii.push_str(&code);
            }
            None => ascii.push_str(label),
        }
        let Some(next) = after.strip_prefix('.') else { break };
        ascii.push('.');
        rest = next;
    }
    ascii.make_ascii_lowercase();
    Cow::Owned(ascii)
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
}
