//! Addresses as pages: what is the same in all addresses of one page. docs/metrics.md has the rule.

pub(crate) mod host;
mod one_form;
mod owner;
pub(crate) mod query;

use std::borrow::Cow;

use answerdeck_api::is_invisible;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};

use crate::address_lists::{REDIRECTS, SHORTENERS, WRAPPERS};
use host::{ascii, without_twins};
pub(crate) use owner::owner_end;
pub use query::without_fragment_and_tracking;
use query::{counted, parameter};

/// Addresses that are unwrapped in one another.
const WRAPPED_MAX: usize = 4;

/// What stays as it is in the path of a key.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'@');

/// What the address of a citation leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CitedPage {
    /// A page. All addresses of it have this key.
    Page(String),
    /// A page that the address does not tell, such as that of a shortener.
    Unknown,
    NoAddress,
}

impl CitedPage {
    pub fn new(url: &str) -> Self {
        let url = leads_to(url);
        let Some(address) = HttpUrl::parse(&url) else { return Self::NoAddress };
        if address.is_redirect() {
            return Self::Unknown;
        }
        let (port, fragment) = (address.port.to_owned(), address.route().to_owned());
        let page = address.into_page();
        let query = counted(&page.host, &page.path, &page.query);
        let path = page.path.strip_suffix(b"/").unwrap_or(&page.path);
        let mut key = page.host.into_owned();
        for (sign, part) in [(":", port), ("", percent_encode(path, PATH).to_string()), ("?", query), ("#", fragment)] {
            if !part.is_empty() {
                key.push_str(sign);
                key.push_str(&part);
            }
        }
        Self::Page(key)
    }
}

/// The address that another one names as its target: in `google.com/url?q=`, and in the viewer and the cache of AMP pages. The
/// address itself if it names none.
pub fn leads_to(url: &str) -> Cow<'_, str> {
    let mut url = Cow::Borrowed(url.trim());
    if url.contains(is_invisible) {
        url = Cow::Owned(url.replace(is_invisible, ""));
    }
    for _ in 0..WRAPPED_MAX {
        let target = HttpUrl::parse(&url).and_then(|address| address.target());
        let Some(target) = target.filter(|target| HttpUrl::parse(target).is_some()) else { break };
        url = Cow::Owned(target);
    }
    url
}

pub(crate) struct HttpUrl<'a> {
    /// In small letters and ASCII, without twins.
    pub(crate) host: Cow<'a, str>,
    /// Empty for the port of the scheme.
    port: &'a str,
    path: &'a str,
    query: &'a str,
    fragment: &'a str,
}

/// The host, the path and the query of an address, in the one form that its site has for the page.
pub(crate) struct Page<'a> {
    pub(crate) host: Cow<'a, str>,
    /// Decoded, with a final `/`.
    pub(crate) path: Vec<u8>,
    query: String,
}

impl<'a> HttpUrl<'a> {
    /// Splits an address. `None` for a text that is no HTTP address, and for a host that cannot exist.
    pub(crate) fn parse(url: &'a str) -> Option<Self> {
        let (scheme, rest) = split_before(url, b":");
        let rest = rest.strip_prefix("://")?;
        if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
            return None;
        }
        // Browsers read a backslash as a slash: the host of `https://a.example\@b.example` is a.example.
        let (authority, rest) = split_before(rest, br"/\?#");
        let after_user = authority.bytes().rposition(|byte| byte == b'@').map_or(0, |at| at + 1);
        let host = &authority[after_user..];
        let (host, after) = match host.strip_prefix('[') {
            Some(address) => split_before(address, b"]"),
            None => split_before(host, b":"),
        };
        let port = after.trim_start_matches(']').strip_prefix(':').unwrap_or_default();
        let (path, rest) = split_before(rest, b"?#");
        let (query, fragment) = split_before(rest, b"#");
        Some(Self {
            host: without_twins(ascii(host)?),
            port: if matches!(port, "80" | "443") { "" } else { port },
            path,
            query: query.strip_prefix('?').unwrap_or_default(),
            fragment: fragment.strip_prefix('#').unwrap_or_default(),
        })
    }

    /// The part of the fragment that a page reads to show something else: `#!/product/1`, `#/product/1`.
    fn route(&self) -> &'a str {
        let route = self.fragment.split(":~:").next().unwrap_or_default();
        let is_route = route.strip_prefix('!').unwrap_or(route).starts_with('/');
        if is_route && !route.trim_start_matches(['!', '/']).is_empty() { route } else { "" }
    }

    /// Whether the host is one of a list, whose path begins with `path`.
    fn is_at(&self, host: &str, path: &str) -> bool {
        let is_host = match host.strip_suffix('.') {
            Some(name) => self.host.strip_prefix(name).is_some_and(|rest| rest.starts_with('.') && rest.len() <= 7),
            None => self.host == host,
        };
        let rest = || self.path.strip_prefix(path).or_else(|| (path == "/" && self.path.is_empty()).then_some(""));
        is_host && rest().is_some_and(|rest| path.ends_with('/') || rest.is_empty() || rest.starts_with('/'))
    }

    /// Whether it leads to a page that it does not tell. The path of a shortener is not empty.
    fn is_redirect(&self) -> bool {
        let is_root = self.path.trim_matches('/').is_empty() && self.query.is_empty();
        let mut shorteners = SHORTENERS.iter().flat_map(|hosts| hosts.split(' '));
        let is_listed = || REDIRECTS.iter().any(|(host, path)| self.is_at(host, path));
        !is_root && (is_listed() || shorteners.any(|host| self.is_at(host, "/")))
    }

    /// The address that it names as its target.
    fn target(&self) -> Option<String> {
        let of_wrapper = |(host, path, names): &(&str, &str, &[&str])| {
            if self.is_at(host, path) { names.iter().find_map(|name| parameter(self.query, name)) } else { None }
        };
        // `/amp/s/a.example/1` and `a-example.cdn.ampproject.org/c/s/a.example/1`.
        let of_amp = || {
            let is_viewer = self.is_at("google.", "/amp");
            let is_cache = self.host.ends_with(".ampproject.org");
            let (_, path) = if is_viewer || is_cache { self.path.get(1..)?.split_once('/')? } else { return None };
            let path = path.strip_prefix("s/").unwrap_or(path);
            Some(if self.query.is_empty() {
                format!("https://{path}")
            } else {
                format!("https://{path}?{}", self.query)
            })
        };
        WRAPPERS.iter().find_map(of_wrapper).or_else(of_amp)
    }

    pub(crate) fn into_page(self) -> Page<'a> {
        let page = Page { path: decoded_path(self.path), query: String::new(), host: self.host };
        one_form::of(page, self.query)
    }
}

/// Splits a text before the first of some ASCII characters.
#[inline(never)] // five copies would be a kilobyte of each page that knows the own brand
fn split_before<'a>(text: &'a str, ends: &[u8]) -> (&'a str, &'a str) {
    text.split_at(text.bytes().position(|byte| ends.contains(&byte)).unwrap_or(text.len()))
}

/// Returns a path, decoded and with a final `/`.
fn decoded_path(path: &str) -> Vec<u8> {
    let mut path = visible(percent_decode_str(path).collect());
    path.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
    while path.ends_with(b"//") {
        path.pop();
    }
    if path.last() != Some(&b'/') {
        path.push(b'/');
    }
    path
}

/// Removes the invisible letters of a text in UTF-8.
fn visible(text: Vec<u8>) -> Vec<u8> {
    match std::str::from_utf8(&text) {
        Ok(letters) if letters.contains(is_invisible) => letters.replace(is_invisible, "").into_bytes(),
        _ => text,
    }
}
