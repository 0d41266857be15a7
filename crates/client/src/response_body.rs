//! Decodes the body of a response.

use answerdeck_api::operation::Effect;
use answerdeck_json::Json;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::transport::Response;

/// Decodes the body of a response to an operation with this effect.
pub(crate) fn decode<T: DeserializeOwned>(response: &Response, effect: Effect) -> Result<T> {
    read(response, effect, Json::read)
}

/// Parses the body of a response, and reads it with `read`. The error has the path of a field without the documented shape.
pub(crate) fn read<T>(
    response: &Response,
    effect: Effect,
    read: impl FnOnce(Json) -> std::result::Result<T, answerdeck_json::Error>,
) -> Result<T> {
    Json::parse(&response.body)
        .and_then(read)
        .map_err(|error| Error::unreadable_response(format!("the response {error}"), response, effect))
}
