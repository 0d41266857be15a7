//! Extractors: the body, query and path of a request, validated against the bounds of the contract.

use std::collections::BTreeSet;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use garde::Validate;
use http_body_util::LengthLimitError;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use answerdeck_api::limits::BODY_BYTES_MAX;
use answerdeck_api::{ErrorCode, IdError, parse_base62_id};

use super::input::{Input, InputError, Reason, read};
use super::request_schema::RequestSchema;
use crate::language::INVALID_ID;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The names of the inputs themselves in details.
const BODY: &str = "body";
const QUERY: &str = "query";

/// The maximum number of fields that a refusal names because they cannot be read. The input is read again without each.
const UNREADABLE_MAX: usize = 20;

/// A validated JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned + JsonSchema + Validate<Context = ()>> FromRequest<AppState> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, Problem> {
        body(request, check_bounds).await.map(Self)
    }
}

/// A JSON body whose handler checks its bounds, together with all else that can be wrong in it.
pub(crate) struct UncheckedBody<T>(pub(crate) T);

impl<T: DeserializeOwned + JsonSchema> FromRequest<AppState> for UncheckedBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, Problem> {
        body(request, |_| Ok(())).await.map(Self)
    }
}

async fn body<T: DeserializeOwned + JsonSchema>(request: Request, check: impl Fn(&T) -> ApiResult<()>) -> ApiResult<T> {
    let changes = request.method() == Method::PATCH;
    let (parts, body) = request.into_parts();
    let body = json_body(&parts.headers, body).await?.cleaned();
    typed(body, BODY, changes, check)
}

/// Reads a body. Fails if it is too large or incomplete.
pub(crate) async fn body_bytes(body: axum::body::Body) -> ApiResult<Bytes> {
    axum::body::to_bytes(body, BODY_BYTES_MAX).await.map_err(|error| {
        let is_too_large = std::error::Error::source(&error).is_some_and(|source| source.is::<LengthLimitError>());
        Problem::binding(match is_too_large {
            true => format!("{BODY}: larger than {BODY_BYTES_MAX} bytes"),
            false => format!("{BODY}: incomplete"),
        })
    })
}

/// Why a compressed body is refused. `None` if it is not compressed.
pub(crate) fn refused_encoding(headers: &HeaderMap) -> Option<&'static str> {
    let encoding = headers.get(header::CONTENT_ENCODING).map(|encoding| encoding.as_bytes());
    let is_encoded = encoding.is_some_and(|encoding| !encoding.eq_ignore_ascii_case(b"identity"));
    is_encoded.then_some("Content-Encoding: must be absent. Send the body as it is")
}

async fn json_body(headers: &HeaderMap, body: axum::body::Body) -> ApiResult<Input> {
    if let Some(detail) = refused_encoding(headers) {
        return Err(Problem::binding(detail));
    }
    let bytes = body_bytes(body).await?;
    Input::from_json(&bytes).map_err(|reason| {
        let hint =
            is_form(headers, &bytes).then(|| "Content-Type: a form is not read. Send the body as JSON".to_owned());
        let details = [format!("{BODY}: {reason}")].into_iter().chain(hint).collect();
        Problem::Refused { code: ErrorCode::CommonBinding, details }
    })
}

/// Whether a body is a form. curl sends JSON with the content type of one, too.
fn is_form(headers: &HeaderMap, body: &[u8]) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii_start();
    ["application/x-www-form-urlencoded", "multipart/form-data"].contains(&kind.as_str())
        && !matches!(text.first(), Some(b'{' | b'['))
}

/// Validated query parameters.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned + JsonSchema + Validate<Context = ()>> FromRequestParts<AppState> for QueryParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Problem> {
        parameters(parts, check_bounds).map(Self)
    }
}

/// Reads the parameters of a query, and checks them. A refusal names all that are wrong.
pub(crate) fn parameters<T: DeserializeOwned + JsonSchema>(
    parts: &Parts,
    check: impl Fn(&T) -> ApiResult<()>,
) -> ApiResult<T> {
    typed(query(parts)?, QUERY, false, check)
}

fn query(parts: &Parts) -> ApiResult<Input> {
    let query = parts.uri.query().unwrap_or_default();
    Input::from_query(query).map_err(|reason| Problem::binding(format!("{QUERY}: {reason}")))
}

pub(crate) struct PathId<T>(pub(crate) T);

impl<T: std::str::FromStr> FromRequestParts<AppState> for PathId<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Problem> {
        let text = axum::extract::Path::<String>::from_request_parts(parts, app).await;
        let id = text.map_err(|_| IdError::NotBase62).and_then(|text| parse_base62_id(&text));
        id.map(Self).map_err(|error| {
            let template = parts.extensions.get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
            let name = template.split(['{', '}']).nth(1).unwrap_or_default();
            Problem::binding(detail(name, &error.to_string()))
        })
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Inputs {
    pub(crate) query: bool,
    pub(crate) body: bool,
}

/// An input that an operation does not have.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Refuses the parameters of an operation that has none, and the fields of a body that it does not have.
pub(crate) async fn refuse_unexpected(
    State(inputs): State<Inputs>,
    request: Request,
    next: Next,
) -> ApiResult<Response> {
    let (parts, mut body) = request.into_parts();
    if !inputs.query {
        parameters::<Nothing>(&parts, |_| Ok(()))?;
    }
    if !inputs.body {
        let unexpected = json_body(&parts.headers, std::mem::take(&mut body)).await?;
        if !matches!(unexpected, Input::Null) {
            typed::<Nothing>(unexpected, BODY, false, |_| Ok(()))?;
        }
    }
    Ok(next.run(Request::from_parts(parts, body)).await)
}

/// Reads a value from an input, which has the name `root` in details, and checks it. `keeps_null` is that of [`read`]. A failure has a
/// detail for each field that is missing or cannot be read. What can be read of the others is checked, too.
fn typed<T: DeserializeOwned + JsonSchema>(
    mut input: Input,
    root: &str,
    keeps_null: bool,
    check: impl Fn(&T) -> ApiResult<()>,
) -> ApiResult<T> {
    let named = |field: &str| if field.is_empty() { root.to_owned() } else { field.to_owned() };
    if let Some(InputError { field, reason }) = input.nul() {
        return Err(Problem::validation(detail(&named(&field), &reason.to_string())));
    }
    if let Ok(value) = read(&input, keeps_null) {
        return check(&value).map(|()| value);
    }
    let schema = RequestSchema::of::<T>();
    schema.put_texts_in_lists(&mut input);
    let faults = schema.faults(&input);
    let mut errors: Vec<InputError> = Vec::new();
    let others = loop {
        let error = match read(&input, keeps_null) {
            Ok(value) if errors.is_empty() => return check(&value).map(|()| value),
            Ok(value) => break without_unreadable(&errors, check(&value)),
            Err(error) => error,
        };
        // An unknown name may be meant for a field that seems to be missing.
        let is_cause = |known: &InputError| known.field == error.field || !known.is_of_value();
        let has_cause = matches!(error.reason, Reason::Missing) && errors.iter().any(is_cause);
        if has_cause || errors.len() == UNREADABLE_MAX {
            break Ok(());
        }
        let is_removed = input.remove(&error);
        errors.push(error);
        if !is_removed {
            break Ok(());
        }
    };
    let code = match errors[0].reason {
        Reason::Missing | Reason::NotAmong(_) => ErrorCode::CommonValidation,
        _ => ErrorCode::CommonBinding,
    };
    let described = |InputError { field, reason }: &InputError| {
        let expectation = match reason {
            Reason::WrongType => schema.describe(field).1,
            Reason::Unknown([]) if root == BODY => Some("unknown; this operation has no body".to_owned()),
            _ => None,
        };
        detail(&named(field), &expectation.unwrap_or_else(|| reason.to_string()))
    };
    let mut details: Vec<String> = errors.iter().map(described).collect();
    // So it may for those that the schema requires.
    if errors[0].is_of_value() {
        let is_another = |(field, _): &(String, String)| errors.iter().all(|error| error.field != *field);
        let faults = faults.into_iter().filter(is_another);
        details.extend(faults.map(|(field, expectation)| detail(&named(&field), &expectation)));
    }
    Problem::both(Err(Problem::Refused { code, details }), others).map(|(value, ())| value)
}

/// The result of a check, without the details that name a field that could not be read: without it, another one seems to be missing.
fn without_unreadable(unreadable: &[InputError], checked: ApiResult<()>) -> ApiResult<()> {
    let Err(Problem::Refused { code, mut details }) = checked else { return checked };
    details.retain(|detail| unreadable.iter().all(|error| !detail.contains(&error.field)));
    Problem::refuse_all(code, details)
}

/// Checks the bounds of a value. A failure has a detail for each field that is out of bounds.
pub(crate) fn check_bounds<T: JsonSchema + Validate<Context = ()>>(value: &T) -> ApiResult<()> {
    let Err(report) = value.validate() else { return Ok(()) };
    let schema = RequestSchema::of::<T>();
    let details: BTreeSet<String> = report
        .iter()
        .map(|(path, error)| {
            let (field, expectation) = schema.describe(&path.to_string());
            // garde names the bound that the value exceeds, the schema both.
            let is_bound =
                ["length is ", "lower than ", "greater than "].iter().any(|start| error.message().starts_with(start));
            detail(&field, &expectation.filter(|_| is_bound).unwrap_or_else(|| error.to_string()))
        })
        .collect();
    Err(Problem::Refused { code: ErrorCode::CommonValidation, details: details.into_iter().collect() })
}

/// A detail begins with the name of the field, except for a malformed id: that begins with its code.
fn detail(field: &str, reason: &str) -> String {
    match reason.strip_prefix(INVALID_ID) {
        Some(reason) => format!("{INVALID_ID}{field}: {reason}"),
        None => format!("{field}: {reason}"),
    }
}
