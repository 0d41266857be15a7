//! The origins of pages that may call the server.

use std::str::FromStr;

use url::Url;

/// The maximum length of an origin, in characters.
pub(crate) const LENGTH_MAX: usize = 300;

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
