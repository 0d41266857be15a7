//! The addresses of requests, as the server would open them.

use url::Url;

use crate::problem::{ApiResult, Problem};

/// Parses the address in a field of a request. The wire type has checked its scheme.
///
/// # Errors
/// `COMMON_VALIDATION` for an address that cannot be opened, such as one with the port 99999.
pub(super) fn parse_url(field: &str, text: &str) -> ApiResult<Url> {
    Url::parse(text).map_err(|error| Problem::validation(format!("{field}: {error}")))
}
