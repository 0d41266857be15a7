//! The host of an address as browsers would connect to it, without its twins.

use std::borrow::Cow;

use answerdeck_api::limits::DOMAIN_MAX;

use super::split_before;
use crate::address_lists::{SECOND_LEVEL, TWINS, TWINS_INSIDE};

/// Returns the host in small letters, with its labels in Punycode where they are not ASCII. A label that Punycode cannot
/// write stays. `None` for a host that cannot exist.
///
/// Source: RFC 3492; RFC 5890, section 2.3.2.1.
pub(crate) fn ascii(host: &str) -> Option<Cow<'_, str>> {
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.is_empty() || host.len() > DOMAIN_MAX {
        return None;
    }
    if host.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Some(Cow::Borrowed(host));
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
    Some(Cow::Owned(ascii))
}

/// Returns a host without the beginnings that make no other page of it.
pub(super) fn without_twins(host: Cow<'_, str>) -> Cow<'_, str> {
    let inside = TWINS_INSIDE.iter().find_map(|site| host.strip_suffix(site)?.strip_suffix(".m."));
    if let Some(language) = inside {
        let site = &host[language.len() + 3..];
        return Cow::Owned(format!("{language}.{site}"));
    }
    let mut name: &str = &host;
    while let Some(rest) = TWINS.iter().find_map(|twin| name.strip_prefix(twin)).filter(|rest| is_domain(rest)) {
        name = rest;
    }
    let length = host.len() - name.len();
    match host {
        Cow::Borrowed(host) => Cow::Borrowed(&host[length..]),
        Cow::Owned(mut host) => {
            host.drain(..length);
            Cow::Owned(host)
        }
    }
}

/// Whether a host can be a site's: it is more than the suffix of a country.
fn is_domain(host: &str) -> bool {
    let Some((first, rest)) = host.split_once('.') else { return false };
    rest.len() != 2 || !SECOND_LEVEL.contains(&first)
}
