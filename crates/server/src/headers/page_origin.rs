//! The origins of pages that may call the server, and the check of the page that sends a request.

use std::str::FromStr;

use axum::http::{HeaderMap, header};
use url::Url;

/// The maximum length of an origin, in characters.
const LENGTH_MAX: usize = 300;

/// The origin of pages, as browsers send it: `https://app.example`, or that of a program, such as `app://a-program`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageOrigin(String);

impl FromStr for PageOrigin {
    type Err = &'static str;

    /// An origin that any page can have (`null`) is none.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        const EXPECTED: &str = "expected an origin without a path, such as https://app.example or app://a-program";
        let url = Url::parse(text).map_err(|_| EXPECTED)?;
        if text.len() > LENGTH_MAX || !text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'*') {
            return Err(EXPECTED);
        }
        let has_only_origin = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
        match url.origin() {
            origin if origin.is_tuple() && url.path() == "/" && has_only_origin => {
                Ok(Self(origin.ascii_serialization()))
            }
            // Electron sends the origin of a program with a scheme of its own, and `file://`.
            origin if !origin.is_tuple() && text.ends_with("://") => Ok(Self(text.to_owned())),
            origin if !origin.is_tuple() && url.host_str().is_some() && url.path().is_empty() && has_only_origin => {
                Ok(Self(text.to_owned()))
            }
            _ => Err(EXPECTED),
        }
    }
}

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
    fn only_the_origin_of_certain_pages_can_be_allowed() {
        for text in [
            "",
            "null",
            "*",
            "https://*.example",
            "https://app.example/path",
            "https://me@app.example",
            "app.example",
            "app://a/b",
        ] {
            assert!(text.parse::<PageOrigin>().is_err(), "{text}");
        }
        assert_eq!("https://APP.example:443/".parse(), "https://app.example".parse::<PageOrigin>());
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
