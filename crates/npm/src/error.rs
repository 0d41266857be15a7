//! Errors as plain objects, which `error.js` turns into an `AnswerdeckError`.

use answerdeck_client::Error;
use js_sys::{Array, Object};
use wasm_bindgen::JsValue;

use crate::object::set;

/// Returns the plain object of an error of the client. A field that is absent is `undefined`.
pub(crate) fn error_fields(error: &Error) -> JsValue {
    let fields = fields(code(error), &error.message());
    set(&fields, "status", error.status());
    set(&fields, "details", error.details().iter().map(|detail| JsValue::from_str(detail)).collect::<Array>());
    set(&fields, "requestID", error.request_id());
    set(&fields, "retryAfter", error.retry_after().map(|wait| wait.as_secs_f64()));
    set(&fields, "isRetryable", error.is_retryable());
    set(&fields, "outcomeUnknown", error.is_outcome_unknown());
    fields.into()
}

/// Returns the plain object of a call that the caller aborted.
pub(crate) fn abort_fields() -> JsValue {
    fields("ABORTED", "the call was aborted").into()
}

/// Returns the plain object of an invalid argument that JavaScript passed.
pub(crate) fn usage_fields(message: &str) -> JsValue {
    fields("INVALID_ARGUMENT", message).into()
}

fn fields(code: &str, message: &str) -> Object {
    let fields = Object::new();
    set(&fields, "code", code);
    set(&fields, "message", message);
    fields
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
