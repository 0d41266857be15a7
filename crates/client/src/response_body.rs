//! Decodes the body of a response.

use answerdeck_api::operation::Effect;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::json;
use crate::transport::Response;

/// Decodes the body of a response to an operation with this effect.
///
/// # Errors
/// Fails with `is_unreadable_response` when the body does not have the documented shape. The message has the path of the
/// field.
pub(crate) fn decode<T: DeserializeOwned>(response: &Response, effect: Effect) -> Result<T> {
    json::parse(&response.body).map_err(|message| Error::unreadable_response(message, response, effect))
}
