//! The parameters of a request: of its query, or of a form.

use axum::extract::{FromRequest, Request};
use axum::http::header;

use super::BODY_MAX;
use super::problem::{OAuthProblem, Refusal, invalid_request};

/// Names and values in their order.
pub(super) struct Parameters(Vec<(String, String)>);

impl Parameters {
    pub(super) fn of(text: &[u8]) -> Self {
        Self(url::form_urlencoded::parse(text).into_owned().collect())
    }

    /// The value of a parameter. One without a value counts as absent, one that stands there twice is an error.
    ///
    /// Source: RFC 6749, section 3.1.
    pub(super) fn get(&self, name: &str) -> Result<Option<&str>, Refusal> {
        let mut values = self.all(name);
        let value = values.next();
        if values.next().is_some() {
            return Err(invalid_request(format!("{name} is given more than once")));
        }
        if value.is_some_and(|value| value.contains('\0')) {
            return Err(invalid_request(format!("{name} holds the character U+0000")));
        }
        Ok(value)
    }

    /// The value of a parameter that must be there.
    pub(super) fn require(&self, name: &str) -> Result<&str, Refusal> {
        self.get(name)?.ok_or_else(|| invalid_request(format!("{name} is missing")))
    }

    /// Every value of a parameter that may be given more than once.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, value)| known == name && !value.is_empty()).map(|(_, value)| value.as_str())
    }
}

impl<S: Sync> FromRequest<S> for Parameters {
    type Rejection = OAuthProblem;

    async fn from_request(request: Request, _: &S) -> Result<Self, OAuthProblem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return Err(invalid_request("the body is no application/x-www-form-urlencoded").into());
        }
        match axum::body::to_bytes(request.into_body(), BODY_MAX).await {
            Ok(bytes) => Ok(Self::of(&bytes)),
            Err(_) => Err(invalid_request(format!("the body is larger than {BODY_MAX} bytes, or cut off")).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_without_a_value_is_absent_and_one_given_twice_is_an_error() {
        let parameters = Parameters::of(b"a=1&b=&c=1&c=2&d=%00");
        assert_eq!(parameters.get("a"), Ok(Some("1")));
        assert_eq!(parameters.get("b"), Ok(None));
        assert_eq!(parameters.get("x"), Ok(None));
        for name in ["c", "d"] {
            assert_eq!(parameters.get(name).unwrap_err().error, "invalid_request");
        }
        assert_eq!(parameters.all("c").collect::<Vec<_>>(), ["1", "2"]);
    }
}
