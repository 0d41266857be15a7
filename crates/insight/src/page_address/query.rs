//! The query of an address: the parameters that tell pages apart.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};

use super::visible;
use crate::address_lists::{COUNTED_PARAMETERS, TRACKING};

/// All characters but the unreserved ones. Source: RFC 3986, section 2.3.
pub(crate) const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The value of a parameter, decoded. `None` if it is absent or empty.
pub(super) fn parameter(query: &str, name: &str) -> Option<String> {
    let of_name = parameters(query).find(|(known, _)| known.eq_ignore_ascii_case(name));
    of_name.and_then(|(_, value)| String::from_utf8(decoded(value)).ok()).filter(|value| !value.is_empty())
}

/// The parameters that tell the pages of a path apart, decoded, encoded in one way, and in order.
pub(super) fn counted(host: &str, path: &[u8], query: &str) -> String {
    let of_path = |(site, start, names): &(&str, &str, &'static [&str])| {
        (*site == host && path.starts_with(start.as_bytes())).then_some(*names)
    };
    let only = COUNTED_PARAMETERS.iter().find_map(of_path);
    let is_counted = |name: &str| match only {
        Some(names) => names.contains(&name),
        None => !is_tracking(name),
    };
    let encoded = |text: &str| percent_encode(&decoded(text), RESERVED).to_string();
    let mut counted: Vec<String> = parameters(query)
        .filter(|(name, value)| is_counted(&name.to_ascii_lowercase()) && !is_amp(name, value))
        .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
        .collect();
    counted.sort_unstable();
    counted.join("&")
}

/// The names and values of parameters. A page that was read as HTML has `&amp;` between them.
fn parameters(query: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = query.split('&').map(|part| part.strip_prefix("amp;").unwrap_or(part));
    parts.filter(|part| !part.is_empty()).map(|part| part.split_once('=').unwrap_or((part, "")))
}

/// Whether a parameter asks for the form of the page for readers of AMP.
fn is_amp(name: &str, value: &str) -> bool {
    match name {
        "amp" => ["", "1", "true"].contains(&value),
        "outputType" => value == "amp",
        _ => false,
    }
}

fn is_tracking(name: &str) -> bool {
    TRACKING.iter().flat_map(|names| names.split(' ')).any(|known| match known.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == known,
    })
}

/// An address without its fragment, and without parameters that say where a reader came from.
pub fn without_fragment_and_tracking(address: &str) -> String {
    let address = address.split('#').next().unwrap_or_default();
    let Some((page, query)) = address.split_once('?') else { return address.to_owned() };
    let is_kept = |part: &&str| !is_tracking(&part.split('=').next().unwrap_or_default().to_ascii_lowercase());
    let kept: Vec<&str> = query.split('&').filter(is_kept).collect();
    if kept.is_empty() { page.to_owned() } else { format!("{page}?{}", kept.join("&")) }
}

/// Decodes a text, and removes what is invisible in it. Korean sites of old encode otherwise than in UTF-8.
fn decoded(text: &str) -> Vec<u8> {
    visible(percent_decode_str(&text.replace('+', " ")).collect())
}
