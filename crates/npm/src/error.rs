//! Errors as plain objects, which `error.js` makes an `AnswerdeckError` of.

use answerdeck_client::Error;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// The fields of an `AnswerdeckError`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ErrorFields<'a> {
    /// The platform's code, or one of the client.
    code: &'a str,
    message: String,
    status: Option<u16>,
    details: &'a [String],
    #[serde(rename = "requestID")]
    request_id: Option<&'a str>,
    /// In seconds.
    retry_after: Option<f64>,
    is_retryable: bool,
    outcome_unknown: bool,
}

/// Returns the plain object of an error of the client.
pub(crate) fn error_fields(error: &Error) -> JsValue {
    to_value(&ErrorFields {
        code: code(error),
        message: error.message(),
        status: error.status(),
        details: error.details(),
        request_id: error.request_id(),
        retry_after: error.retry_after().map(|wait| wait.as_secs_f64()),
        is_retryable: error.is_retryable(),
        outcome_unknown: error.is_outcome_unknown(),
    })
}

/// Returns the plain object of a call that the caller aborted.
pub(crate) fn abort_fields(outcome_unknown: bool) -> JsValue {
    to_value(&ErrorFields {
        code: "ABORTED",
        message: "the call was aborted".to_owned(),
        status: None,
        details: &[],
        request_id: None,
        retry_after: None,
        is_retryable: false,
        outcome_unknown,
    })
}

/// Returns the plain object of an invalid argument that JavaScript passed.
pub(crate) fn usage_fields(message: String) -> JsValue {
    to_value(&ErrorFields {
        code: "INVALID_ARGUMENT",
        message,
        status: None,
        details: &[],
        request_id: None,
        retry_after: None,
        is_retryable: false,
        outcome_unknown: false,
    })
}

fn to_value(fields: &ErrorFields<'_>) -> JsValue {
    // The object has no value that JavaScript lacks.
    serde_wasm_bindgen::to_value(fields).unwrap_or_default()
}

fn code(error: &Error) -> &str {
    if let Some(code) = error.code() {
        return code.as_str();
    }
    match error {
        error if error.is_signed_out() => "SIGNED_OUT",
        error if error.sign_in_error().is_some() => "SIGN_IN_FAILED",
        error if error.is_offline() => "OFFLINE",
        error if error.is_timeout() => "TIMED_OUT",
        error if error.is_cancelled() => "ABORTED",
        error if error.is_unreadable_response() => "UNREADABLE_RESPONSE",
        error if error.is_usage() => "INVALID_ARGUMENT",
        error if error.status().is_some() => "HTTP_ERROR",
        _ => "CONNECTION_LOST",
    }
}
