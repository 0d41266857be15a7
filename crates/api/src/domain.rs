//! The shape of a domain in a request. The server knows which domains there are.

use crate::request::check;

/// The rule of `valid_domain` as a regular expression for the OpenAPI document.
#[cfg(feature = "openapi")]
pub(crate) const DOMAIN_PATTERN: &str = r"^[^\s\x00-\x1f\x7f-\x9f]+\.[^\s\x00-\x1f\x7f-\x9f]+$";

/// Checks that a text can name a domain: no spaces, and a period that is neither first nor last.
pub(crate) fn valid_domain(text: &str, _: &()) -> garde::Result {
    let is_space = |letter: char| letter.is_whitespace() || letter.is_control();
    let is_inside = |(index, _): (usize, &str)| index > 0 && index + 1 < text.len();
    let is_valid = text.is_empty() || !text.contains(is_space) && text.match_indices('.').any(is_inside);
    check(is_valid, "must be a domain such as news.example")
}

#[cfg(test)]
mod tests {
    use super::valid_domain;

    #[test]
    fn a_domain_has_a_period_and_no_spaces() {
        for text in ["news.example", "뉴스.한국", "WWW.News.Example.", "https://news.example/a"] {
            assert!(valid_domain(text, &()).is_ok(), "{text}");
        }
        for text in ["news", "*", ".", ".example", "example.", "no such domain !!", "a b.example", "a.b\n", "a.\0b"] {
            assert!(valid_domain(text, &()).is_err(), "{text:?}");
        }
    }
}
