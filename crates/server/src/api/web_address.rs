//! The addresses of requests, as the server would open them.

use answerdeck_guarded_http::{HttpError, crawlable};
use url::Url;

use crate::problem::{ApiResult, Problem};

/// Parses the address in a field of a request. The wire type has checked its scheme, but not, for example, that the
/// port is below 65536.
pub(super) fn parse_url(field: &str, text: &str) -> ApiResult<Url> {
    Url::parse(text).map_err(|error| Problem::validation(format!("{field}: {error}")))
}

/// Parses an address that the server shall visit. It must not have the port of another protocol.
pub(super) fn visitable_url(field: &str, text: &str) -> ApiResult<Url> {
    crawlable(&parse_url(field, text)?).ok_or_else(|| Problem::validation(format!("{field}: {}", HttpError::Address)))
}
