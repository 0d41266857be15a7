//! The origin of the page that sends a request.

use http::{HeaderMap, header};
use url::Url;

/// Whether a page of another origin than that of the server sends the request. A page that rebinds its name to this server
/// must not use its endpoints. A request without `Origin` is of no page.
///
/// Source: the Model Context Protocol, Streamable HTTP, Security Warning.
pub fn is_foreign_origin(headers: &HeaderMap, public_url: &str) -> bool {
    let own = Url::parse(public_url).map(|url| url.origin());
    let is_own = |origin: &str| Url::parse(origin).is_ok_and(|url| Ok(url.origin()) == own);
    headers.get_all(header::ORIGIN).iter().any(|origin| !origin.to_str().is_ok_and(is_own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_origin_but_the_own_one_is_foreign() {
        let is_foreign = |origins: &[&str]| {
            let headers = origins.iter().map(|origin| (header::ORIGIN, origin.parse().unwrap()));
            is_foreign_origin(&headers.collect(), "https://answers.example.com")
        };
        assert!(!is_foreign(&[]) && !is_foreign(&["https://answers.example.com"]));
        for origin in
            ["null", "", "https://other.example", "http://answers.example.com", "https://answers.example.com:8443"]
        {
            assert!(is_foreign(&[origin]), "{origin}");
            assert!(is_foreign(&["https://answers.example.com", origin]), "{origin}");
        }
    }
}
