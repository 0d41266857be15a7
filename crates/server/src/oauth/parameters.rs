//! The parameters of a query or of a form body.

use axum::extract::{FromRequest, Request};
use axum::http::header;

use super::problem::{ErrorResponse, OAuthProblem, invalid_request};
use super::read_body;
use crate::http::token_resource::TokenResource;

/// The names and values, in the order of the request.
pub(super) struct Parameters(Vec<(String, String)>);

impl Parameters {
    pub(super) fn parse(text: &[u8]) -> Self {
        Self(url::form_urlencoded::parse(text).into_owned().collect())
    }

    /// Returns the value of a parameter, which must not be repeated or contain U+0000. An empty value counts as absent.
    ///
    /// Source: RFC 6749, section 3.1.
    pub(super) fn get(&self, name: &str) -> Result<Option<&str>, ErrorResponse> {
        let mut values = self.all(name);
        let value = values.next();
        if values.next().is_some() {
            return Err(invalid_request(format!("{name} must not be repeated")));
        }
        if value.is_some_and(|value| value.contains('\0')) {
            return Err(invalid_request(format!("{name} must not contain the character U+0000")));
        }
        Ok(value)
    }

    pub(super) fn require(&self, name: &str) -> Result<&str, ErrorResponse> {
        self.get(name)?.ok_or_else(|| invalid_request(format!("{name} is missing")))
    }

    /// Returns the resource that a token is requested for: this server or a part of it. `None` if the request names
    /// none. A token is for one resource.
    ///
    /// Source: RFC 8707, section 2.
    pub(super) fn resource(&self, public_url: &str) -> Result<Option<TokenResource>, ErrorResponse> {
        let invalid = |description: &str| ErrorResponse::new("invalid_target", description);
        let mut requested = None;
        for text in self.all("resource") {
            let resource = TokenResource::parse(text, public_url)
                .ok_or_else(|| invalid(&format!("resource must be {public_url} or a URL under it")))?;
            if requested.replace(resource.clone()).is_some_and(|other| other != resource) {
                return Err(invalid("only one resource can be requested"));
            }
        }
        Ok(requested)
    }

    /// Returns every value of a parameter that may be repeated, without empty ones.
    fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, value)| known == name && !value.is_empty()).map(|(_, value)| value.as_str())
    }
}

impl<S: Sync> FromRequest<S> for Parameters {
    type Rejection = OAuthProblem;

    async fn from_request(request: Request, _: &S) -> Result<Self, OAuthProblem> {
        let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = content_type.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
        if !media_type.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return Err(invalid_request("the content type must be application/x-www-form-urlencoded").into());
        }
        Ok(Self::parse(&read_body(request).await.map_err(invalid_request)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn get_treats_an_empty_value_as_absent_and_rejects_a_repeated_one() {
        let parameters = Parameters::parse(b"a=1&b=&c=1&c=2&d=%00");
        assert_eq!(parameters.get("a"), Ok(Some("1")));
        assert_eq!(parameters.get("b"), Ok(None));
        assert_eq!(parameters.get("x"), Ok(None));
        for name in ["c", "d"] {
            assert_eq!(parameters.get(name).unwrap_err().error, "invalid_request");
        }
        assert_eq!(parameters.all("c").collect::<Vec<_>>(), ["1", "2"]);
    }

    #[test]
    fn a_resource_of_another_server_is_refused_with_the_address_of_this_one() {
        let refused = Parameters::parse(b"resource=http://127.0.0.1/mcp").resource("http://localhost").unwrap_err();
        let named = ErrorResponse::new("invalid_target", "resource must be http://localhost or a URL under it");
        assert_eq!(refused, named);
    }
}
