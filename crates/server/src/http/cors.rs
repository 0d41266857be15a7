use std::time::Duration;

use answerdeck_api::header::IDEMPOTENT_REPLAYED;
use axum::http::{HeaderName, Method, header};
use tower_http::cors::{AllowHeaders, Any, CorsLayer};

/// Allows every origin. No cookie authenticates a request, so a page can only use credentials that it was given.
/// Preflight requests are answered here, before authentication.
pub(crate) fn any_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([
            HeaderName::from_static("x-request-id"),
            HeaderName::from_static(IDEMPOTENT_REPLAYED),
            HeaderName::from_static("x-ratelimit-limit"),
            HeaderName::from_static("x-ratelimit-remaining"),
            HeaderName::from_static("x-ratelimit-reset"),
            header::RETRY_AFTER,
            // A date in `Retry-After` is compared with it.
            header::DATE,
            header::WWW_AUTHENTICATE,
        ])
        .max_age(Duration::from_secs(2 * 60 * 60))
}
