//! The messages of clients in the one form that the SDK reads, and its refusals as JSON. `answerdeck_mcp` knows the parameters.

use answerdeck_api::limits::BODY_BYTES_MAX;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::headers::content_negotiation::qualities;
use crate::http::extract::refused_encoding;
use crate::http::input::Input;

const JSON: &str = "application/json";
const EVENT_STREAM: &str = "text/event-stream";
/// The header that the SDK compares with the body.
const PROTOCOL_VERSION: &str = "mcp-protocol-version";

/// The codes of JSON-RPC errors.
const PARSE_ERROR: i32 = -32_700;
const INVALID_PARAMS: i32 = -32_602;
pub(super) const INVALID_REQUEST: i32 = -32_600;

/// Accepts a message with any `Accept` and `Content-Type`. The response is JSON, or the same as one event for a client that reads
/// only event streams.
pub(super) async fn accept(request: Request, next: Next) -> Response {
    let reads_only_events = reads_only_events(request.headers());
    let (response, id) = match request.method() {
        &Method::POST => match normalized(request).await {
            Ok((request, id)) => (next.run(request).await, id),
            Err(refusal) => (refusal, Value::Null),
        },
        _ => (next.run(request).await, Value::Null),
    };
    match response.status() {
        status if status.is_client_error() && !is_json(response.headers()) => refusal_of_sdk(id, response).await,
        StatusCode::OK if reads_only_events => as_event(response).await,
        _ => response,
    }
}

/// A JSON-RPC error.
pub(super) fn refusal(status: StatusCode, id: &Value, code: i32, message: impl Into<String>) -> Response {
    refusal_with(status, id, &json!({ "code": code, "message": message.into() }))
}

fn refusal_with(status: StatusCode, id: &Value, error: &Value) -> Response {
    (status, Json(json!({ "jsonrpc": "2.0", "id": id, "error": error }))).into_response()
}

/// The request as the SDK reads it, with the id of its message.
async fn normalized(request: Request) -> Result<(Request, Value), Response> {
    let (mut parts, body) = request.into_parts();
    if let Some(reason) = refused_encoding(&parts.headers) {
        return Err(refusal(StatusCode::BAD_REQUEST, &Value::Null, INVALID_REQUEST, reason));
    }
    let bytes = axum::body::to_bytes(body, BODY_BYTES_MAX).await.map_err(|_| {
        let message = format!("The body is larger than {BODY_BYTES_MAX} bytes or incomplete.");
        refusal(StatusCode::PAYLOAD_TOO_LARGE, &Value::Null, INVALID_REQUEST, message)
    })?;
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let mut message: Value = serde_json::from_slice(text).map_err(|error| {
        refusal(StatusCode::BAD_REQUEST, &Value::Null, PARSE_ERROR, format!("The body is not JSON: {error}"))
    })?;
    if let Some(field) = repeated_field(text) {
        return Err(refusal(StatusCode::BAD_REQUEST, &Value::Null, INVALID_REQUEST, format!("{field}: given twice")));
    }
    let parameters = answerdeck_mcp::read_parameters(&mut message);
    make_integers(&mut message);
    let id = message.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
    if message.get("id").is_some_and(|id| !id.is_null() && !id.is_string() && !id.is_i64()) {
        return Err(refusal(StatusCode::BAD_REQUEST, &id, INVALID_REQUEST, "id: must be a text or an integer"));
    }
    parameters.map_err(|reason| {
        // As the SDK refuses parameters: clients read the error. A notification has no other answer than the status.
        let status = if id.is_null() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
        refusal(status, &id, INVALID_PARAMS, reason)
    })?;
    let is_empty = parts.headers.get(PROTOCOL_VERSION).is_some_and(HeaderValue::is_empty);
    if is_empty || message["method"] == "initialize" && message["params"]["protocolVersion"].is_string() {
        // Some clients send the version of an earlier connection to initialize. The body decides.
        parts.headers.remove(PROTOCOL_VERSION);
    }
    let version = parts.headers.get(PROTOCOL_VERSION).and_then(|version| version.to_str().ok());
    if let Some(error) = version.and_then(|version| answerdeck_mcp::refuse_version(version, &message)) {
        return Err(refusal_with(StatusCode::BAD_REQUEST, &id, &error));
    }
    parts.headers.insert(header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
    parts.headers.remove(header::CONTENT_LENGTH);
    Ok((Request::from_parts(parts, Body::from(message.to_string())), id))
}

/// A field that a message has twice.
fn repeated_field(text: &[u8]) -> Option<&'static str> {
    let Ok(Input::Object(fields)) = Input::from_json(text) else { return None };
    let count = |field: &str| fields.iter().filter(|(name, _)| name == field).count();
    ["jsonrpc", "id", "method", "params"].into_iter().find(|field| count(field) > 1)
}

/// Writes `5.0` as `5`: JSON has one type of numbers.
fn make_integers(value: &mut Value) {
    /// Every smaller integer is exact in a float.
    const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) => {
            if let Some(float) = number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0)
                && float.abs() <= EXACT_MAX
            {
                *number = (float as i64).into();
            }
        }
        Value::Array(values) => values.iter_mut().for_each(make_integers),
        Value::Object(fields) => fields.values_mut().for_each(make_integers),
        _ => {}
    }
}

/// The refusal of the SDK, which is plain text, as a JSON-RPC error.
async fn refusal_of_sdk(id: Value, response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    // It refuses a message that it cannot read as a media type.
    if parts.status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        let message = "A message is one JSON-RPC 2.0 request or notification, with jsonrpc, method and params. Batches \
                       are not supported.";
        return refusal(StatusCode::BAD_REQUEST, &id, INVALID_REQUEST, message);
    }
    let text = read(body).await;
    let (status, body) = refusal(parts.status, &id, INVALID_REQUEST, String::from_utf8_lossy(&text)).into_parts();
    parts.headers.extend(status.headers);
    Response::from_parts(parts, body)
}

/// A JSON response as one event.
async fn as_event(response: Response) -> Response {
    if !is_json(response.headers()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let json = read(body).await;
    let event = [b"event: message\ndata: ", json.as_ref(), b"\n\n"].concat();
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(EVENT_STREAM));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(event))
}

/// Reads a body that is in memory.
async fn read(body: Body) -> Bytes {
    axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default()
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(JSON.as_bytes()))
}

/// Whether `Accept` has `text/event-stream`, and nothing that JSON is.
fn reads_only_events(headers: &HeaderMap) -> bool {
    let accepted: Vec<&str> = qualities(headers, header::ACCEPT).map(|(range, _)| range).collect();
    accepted.contains(&EVENT_STREAM) && !accepted.iter().any(|range| [JSON, "application/*", "*/*"].contains(range))
}
