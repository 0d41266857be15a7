//! Errors as plain objects, which `error.js` turns into an `AnswerdeckError`.

use answerdeck_client::Error;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

/// The fields of an `AnswerdeckError`.
#[derive(Default)]
struct ErrorFields<'a> {
    /// The platform's code, or one of the client.
    code: &'a str,
    message: String,
    status: Option<u16>,
    details: &'a [String],
    request_id: Option<&'a str>,
    /// In seconds.
    retry_after: Option<f64>,
    is_retryable: bool,
    outcome_unknown: bool,
}

impl ErrorFields<'_> {
    fn to_js(&self) -> JsValue {
        let object = Object::new();
        let set = |name: &str, value: JsValue| {
            // A plain object takes every property.
            let _ = Reflect::set(&object, &JsValue::from_str(name), &value);
        };
        set("code", JsValue::from_str(self.code));
        set("message", JsValue::from_str(&self.message));
        set("status", self.status.into());
        set("details", self.details.iter().map(|detail| JsValue::from_str(detail)).collect::<Array>().into());
        set("requestID", self.request_id.map_or(JsValue::UNDEFINED, JsValue::from_str));
        set("retryAfter", self.retry_after.into());
        set("isRetryable", self.is_retryable.into());
        set("outcomeUnknown", self.outcome_unknown.into());
        object.into()
    }
}

/// Returns the plain object of an error of the client.
pub(crate) fn error_fields(error: &Error) -> JsValue {
    ErrorFields {
        code: code(error),
        message: error.message(),
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
pub(crate) fn abort_fields(outcome_unknown: bool) -> JsValue {
    let message = "the call was aborted".to_owned();
    ErrorFields { code: "ABORTED", message, outcome_unknown, ..ErrorFields::default() }.to_js()
}

/// Returns the plain object of an invalid argument that JavaScript passed.
pub(crate) fn usage_fields(message: String) -> JsValue {
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
        error if error.is_timeout() => "TIMED_OUT",
        error if error.is_cancelled() => "ABORTED",
        error if error.is_unreadable_response() => "UNREADABLE_RESPONSE",
        error if error.is_usage() => "INVALID_ARGUMENT",
        error if error.status().is_some() => "HTTP_ERROR",
        _ => "CONNECTION_LOST",
    }
}
