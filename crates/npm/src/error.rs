//! Errors as plain objects, which `error.js` turns into an `AnswerdeckError`.

use answerdeck_client::Error;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// The result of a call from JavaScript: an error is a plain object.
pub(crate) type JsResult<T = JsValue> = Result<T, JsValue>;

/// The fields of an `AnswerdeckError`. A field that is absent is `undefined`.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct ErrorFields<'a> {
    /// The platform's code, or one of the client.
    code: &'a str,
    message: &'a str,
    status: Option<u16>,
    details: &'a [String],
    #[serde(rename = "requestID")]
    request_id: Option<&'a str>,
    /// In seconds.
    retry_after: Option<f64>,
    is_retryable: bool,
    outcome_unknown: bool,
}

impl ErrorFields<'_> {
    fn to_js(&self) -> JsValue {
        // Texts, numbers and booleans can always be written.
        serde_wasm_bindgen::to_value(self).unwrap_or_default()
    }
}

/// Returns the plain object of an error of the client.
pub(crate) fn error_fields(error: Error) -> JsValue {
    ErrorFields {
        code: code(&error),
        message: &error.message(),
        status: error.status(),
        details: error.details(),
        request_id: error.request_id(),
        retry_after: error.retry_after().map(|wait| wait.as_secs_f64()),
        is_retryable: error.is_retryable(),
        outcome_unknown: error.is_outcome_unknown(),
    }
    .to_js()
}

/// Returns the plain object of a call that the caller aborted.
pub(crate) fn abort_fields() -> JsValue {
    ErrorFields { code: "ABORTED", message: "the call was aborted", ..ErrorFields::default() }.to_js()
}

/// Returns the plain object of an invalid argument that JavaScript passed.
pub(crate) fn usage_fields(message: &str) -> JsValue {
    ErrorFields { code: "INVALID_ARGUMENT", message, ..ErrorFields::default() }.to_js()
}

fn code(error: &Error) -> &str {
    if let Some(code) = error.code() {
        return code.as_str();
    }
    match error {
        error if error.is_signed_out() => "SIGNED_OUT",
        error if error.sign_in_error().is_some() => "SIGN_IN_FAILED",
        error if error.is_offline() => "OFFLINE",
        error if error.is_not_sent() => "CONNECTION_FAILED",
        error if error.is_redirected() => "REDIRECTED",
        error if error.is_timeout() => "TIMED_OUT",
        error if error.is_cancelled() => "ABORTED",
        error if error.is_unreadable_response() => "UNREADABLE_RESPONSE",
        error if error.is_usage() => "INVALID_ARGUMENT",
        error if error.status().is_some() => "HTTP_ERROR",
        _ => "CONNECTION_LOST",
    }
}
