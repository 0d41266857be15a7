//! The check of the origin of the page that sends a request.

use axum::http::{HeaderMap, header};

use crate::headers::page_origin::{LENGTH_MAX, PageOrigin};

/// The origin of a page that is neither the server's nor one of `allowed`, as the request names it. This keeps out pages that use
/// DNS rebinding. A request without `Origin` does not come from a page.
///
/// Source: the Model Context Protocol, Streamable HTTP, Security Warning.
pub fn foreign_origin(headers: &HeaderMap, public_url: &str, allowed: &[PageOrigin]) -> Option<String> {
    let own: Option<PageOrigin> = public_url.parse().ok();
    let is_known = |origin: &str| {
        origin.parse().is_ok_and(|origin: PageOrigin| own.as_ref() == Some(&origin) || allowed.contains(&origin))
    };
    let foreign = headers.get_all(header::ORIGIN).iter().find(|origin| !origin.to_str().is_ok_and(is_known))?;
    Some(String::from_utf8_lossy(foreign.as_bytes()).chars().take(LENGTH_MAX).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "https://answers.example.com";

    fn foreign(origins: &[&str], allowed: &[&str]) -> Option<String> {
        let headers = origins.iter().map(|origin| (header::ORIGIN, origin.parse().unwrap())).collect();
        let allowed: Vec<PageOrigin> = allowed.iter().map(|origin| origin.parse().unwrap()).collect();
        foreign_origin(&headers, OWN, &allowed)
    }

    #[test]
    fn every_origin_but_the_own_one_is_foreign() {
        assert_eq!((foreign(&[], &[]), foreign(&[OWN], &[])), (None, None));
        for origin in
            ["null", "", "https://other.example", "http://answers.example.com", "https://answers.example.com:8443"]
        {
            assert_eq!(foreign(&[origin], &[]).as_deref(), Some(origin));
            assert_eq!(foreign(&[OWN, origin], &[]).as_deref(), Some(origin));
        }
    }

    #[test]
    fn an_allowed_origin_is_known_and_no_other_is() {
        let allowed = ["https://app.example", "http://localhost:6274", "app://a-program", "file://"];
        for origin in allowed {
            assert_eq!(foreign(&[origin], &allowed), None, "{origin}");
        }
        for origin in ["https://app.example.evil.example", "http://localhost:6275", "app://another", "app://", "null"] {
            assert_eq!(foreign(&[origin], &allowed).as_deref(), Some(origin));
        }
    }
}
