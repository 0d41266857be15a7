//! The body of an error response, as far as it can be read.

use answerdeck_api::ErrorCode;
use answerdeck_json::Json;

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
        let mut body = Json::parse(body).unwrap_or(Json::Null);
        let mut part = |name| body.take(name);
        Self {
            code: part("code").and_then(text).map(|code| ErrorCode::from(code.as_str())),
            message: part("message").and_then(text),
            details: match part("details") {
                Some(Json::List(details)) => details.into_iter().filter_map(string).collect(),
                _ => Vec::new(),
            },
            request_id: part("requestID").and_then(text),
        }
    }
}

fn string(json: Json) -> Option<String> {
    match json {
        Json::Text(text) => Some(text),
        _ => None,
    }
}

/// Returns a text that is not empty.
fn text(json: Json) -> Option<String> {
    string(json).filter(|text| !text.is_empty())
}
