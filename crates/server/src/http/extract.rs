//! Extractors: the body, query and path of a request, validated against the bounds of the contract.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use garde::Validate;
use serde::de::DeserializeOwned;

use answerdeck_api::limits::BODY_BYTES_MAX;
use answerdeck_api::{ErrorCode, IdError, parse_base62_id};

use crate::problem::{ApiResult, Problem};

/// A validated JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T, S> FromRequest<S> for Body<T>
where
    T: DeserializeOwned + Validate<Context = ()>,
    S: Sync,
{
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        Ok(Self(parse_json(&body_bytes(request.into_body()).await?)?))
    }
}

/// Reads a body.
///
/// # Errors
/// `COMMON_BINDING` if the body is too large or incomplete.
pub(crate) async fn body_bytes(body: axum::body::Body) -> ApiResult<Bytes> {
    axum::body::to_bytes(body, BODY_BYTES_MAX)
        .await
        .map_err(|_| Problem::binding(format!("body: larger than {BODY_BYTES_MAX} bytes or incomplete")))
}

fn parse_json<T: DeserializeOwned + Validate<Context = ()>>(bytes: &Bytes) -> Result<T, Problem> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value: T = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| binding_problem(&error))?;
    // Also refuses what follows the value.
    let json: serde_json::Value = serde_json::from_slice(bytes).map_err(|error| Problem::binding(error.to_string()))?;
    if has_nul(&json) {
        return Err(Problem::validation("body: a string contains the character U+0000"));
    }
    validated(value)
}

/// PostgreSQL cannot store U+0000 in text.
fn has_nul(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::String(text) => text.contains('\0'),
        serde_json::Value::Array(items) => items.iter().any(has_nul),
        serde_json::Value::Object(fields) => fields.values().any(has_nul),
        _ => false,
    }
}

/// Validated query parameters.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T, S> FromRequestParts<S> for QueryParams<T>
where
    T: DeserializeOwned + Validate<Context = ()>,
    S: Sync,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let text = percent_encoding::percent_decode_str(query)
            .decode_utf8()
            .map_err(|_| Problem::binding("query: not UTF-8"))?;
        if text.contains('\0') {
            return Err(Problem::validation("query: a string contains the character U+0000"));
        }
        let deserializer = serde_html_form::Deserializer::from_bytes(query.as_bytes());
        let value: T = serde_path_to_error::deserialize(deserializer).map_err(|error| binding_problem(&error))?;
        validated(value).map(Self)
    }
}

pub(crate) struct PathId<T>(pub(crate) T);

impl<T, S> FromRequestParts<S> for PathId<T>
where
    T: std::str::FromStr,
    S: Send + Sync,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let text = axum::extract::Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Problem::binding(IdError::NotBase62.to_string()))?;
        parse_base62_id(&text).map(Self).map_err(|error| Problem::binding(error.to_string()))
    }
}

/// A detail begins with the field's name, except for a malformed id: that begins with the error code.
fn binding_problem<E: std::error::Error>(error: &serde_path_to_error::Error<E>) -> Problem {
    let (path, cause) = (error.path().to_string(), error.inner().to_string());
    if cause.starts_with("PLATFORM_INVALID_ID") || path == "." || path == "?" {
        Problem::binding(cause)
    } else {
        Problem::binding(format!("{path}: {cause}"))
    }
}

fn validated<T: Validate<Context = ()>>(value: T) -> Result<T, Problem> {
    match value.validate() {
        Ok(()) => Ok(value),
        Err(report) => {
            let mut details: Vec<String> =
                report.iter().map(|(path, error)| format!("{}: {error}", wire_name(&path.to_string()))).collect();
            details.sort();
            Err(Problem::Refused { code: ErrorCode::CommonValidation, details })
        }
    }
}

/// Translates a field's path to its name in JSON: `prompt_ids[3]` is `promptIDs[3]`.
fn wire_name(path: &str) -> String {
    let mut name = String::with_capacity(path.len());
    let mut words = path.split('_');
    name.push_str(words.next().unwrap_or_default());
    for word in words {
        let end = word.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(word.len());
        let (word, rest) = word.split_at(end);
        match word {
            "id" => name.push_str("ID"),
            "ids" => name.push_str("IDs"),
            "url" => name.push_str("URL"),
            _ => {
                name.push_str(&word[..1].to_ascii_uppercase());
                name.push_str(&word[1..]);
            }
        }
        name.push_str(rest);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::wire_name;

    #[test]
    fn wire_name_is_the_name_in_json() {
        assert_eq!(wire_name("prompt_ids[3]"), "promptIDs[3]");
        assert_eq!(wire_name("prompts[0].prompt_set_id"), "prompts[0].promptSetID");
        assert_eq!(wire_name("content_contains"), "contentContains");
        assert_eq!(wire_name("name"), "name");
    }
}
