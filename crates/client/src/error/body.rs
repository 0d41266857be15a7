//! The body of an error response, as far as it can be read.

use answerdeck_api::ErrorCode;
use serde_json::Value;

use crate::json;

/// What an error response says. Each part that is absent or has another type is left out, and the others stay.
///
/// Source: docs/platform-api.md, section 7.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) code: Option<ErrorCode>,
    pub(super) message: Option<String>,
    pub(super) details: Vec<String>,
    pub(super) request_id: Option<String>,
}

impl Body {
    pub(super) fn parse(body: &str) -> Self {
        let Ok(Value::Object(mut fields)) = json::parse(body) else { return Self::default() };
        let mut text = |name: &str| match fields.remove(name) {
            Some(Value::String(text)) if !text.is_empty() => Some(text),
            _ => None,
        };
        let (code, message, request_id) = (text("code"), text("message"), text("requestID"));
        let details = match fields.remove("details") {
            Some(Value::Array(details)) => details,
            _ => Vec::new(),
        };
        let details = details.into_iter().filter_map(|detail| match detail {
            Value::String(detail) => Some(detail),
            _ => None,
        });
        Self { code: code.map(|code| ErrorCode::from(code.as_str())), message, details: details.collect(), request_id }
    }
}
