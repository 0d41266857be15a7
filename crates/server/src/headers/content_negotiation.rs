//! Content negotiation: the quality values that a request gives to languages and codings.

use axum::http::{HeaderMap, HeaderName, header};

/// Yields each member of a list header such as `Accept-Language` with its quality, from 0 to 1: 1 when it is absent and 0 when it
/// is malformed. Skips header values that are not ASCII.
///
/// Source: RFC 9110, section 12.4.2.
pub(crate) fn qualities(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = (&str, f32)> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(|member| {
        let mut parts = member.split(';').map(str::trim);
        let value = parts.next().unwrap_or_default();
        let weight = parts.find_map(|part| part.strip_prefix(['q', 'Q'])?.strip_prefix('='));
        (value, weight.map_or(1.0, quality))
    })
}

/// Whether a request accepts a coding such as `gzip`, by its name.
///
/// Source: RFC 9110, section 12.5.3.
pub(crate) fn accepts_coding(headers: &HeaderMap, coding: &str) -> bool {
    qualities(headers, header::ACCEPT_ENCODING)
        .any(|(accepted, quality)| accepted.eq_ignore_ascii_case(coding) && quality > 0.0)
}

fn quality(text: &str) -> f32 {
    text.parse().ok().filter(|quality| (0.0..=1.0).contains(quality)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn every_member_of_every_header_has_a_quality() {
        let mut headers = HeaderMap::new();
        headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, br;q=0.5;x=1,x; Q=0"));
        headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static("y;q=z, a;q=2"));
        let qualities: Vec<_> = qualities(&headers, header::ACCEPT_ENCODING).collect();
        assert_eq!(qualities, [("gzip", 1.0), ("br", 0.5), ("x", 0.0), ("y", 0.0), ("a", 0.0)]);
    }

    #[test]
    fn a_coding_is_accepted_only_by_name() {
        for (value, accepted) in [
            ("gzip, deflate, br", true),
            ("BR;q=0.5", true),
            ("br;q=0", false),
            ("gzip", false),
            ("*", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            assert_eq!(accepts_coding(&headers, "br"), accepted, "{value}");
        }
    }
}
