//! The body of an error response, as far as it can be read.

use answerdeck_api::ErrorCode;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

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

/// The parts as JSON. Reading them as `serde_json::Value` would add 10 kB to a program in a browser.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Parts {
    code: Option<Box<RawValue>>,
    message: Option<Box<RawValue>>,
    details: Option<Box<RawValue>>,
    #[serde(rename = "requestID")]
    request_id: Option<Box<RawValue>>,
}

impl Body {
    pub(super) fn parse(body: &str) -> Self {
        let parts: Parts = json::parse(body).unwrap_or_default();
        let text = |part| read::<String>(part).filter(|text| !text.is_empty());
        let details: Vec<Box<RawValue>> = read(parts.details).unwrap_or_default();
        Self {
            code: text(parts.code).map(|code| ErrorCode::from(code.as_str())),
            message: text(parts.message),
            details: details.into_iter().filter_map(|detail| read(Some(detail))).collect(),
            request_id: text(parts.request_id),
        }
    }
}

fn read<T: DeserializeOwned>(part: Option<Box<RawValue>>) -> Option<T> {
    serde_json::from_str(part?.get()).ok()
}
