use axum::Router;
use axum::extract::Request;
use tower::ServiceExt;
use tower_http::compression::CompressionLayer;

use crate::http::cors::any_origin;
use crate::http::without_extra_slashes;
use crate::state::AppState;

/// Returns the router of a process that only runs jobs (`--role worker`): `/health` alone.
pub fn only_health(app: &AppState) -> Router {
    crate::http::with_layers(crate::monitoring::health::router().with_state(app.clone()), app)
}

pub fn router(app: &AppState) -> Router {
    let router = Router::new()
        // Nothing else: the size of a compressed page with a secret could tell who chooses a part of the page what the secret is.
        .nest("/api", crate::api::router(app).layer(CompressionLayer::new()).layer(any_origin()))
        .merge(crate::mcp::router(app))
        .merge(crate::oauth::router())
        .merge(crate::digests::unsubscribe::router())
        .merge(crate::monitoring::health::router().layer(any_origin()))
        .merge(crate::openapi::router(app).layer(any_origin()))
        .merge(crate::demo_sites::router(app.config.demo_sites.clone()))
        .fallback(crate::console::fallback)
        .with_state(app.clone());
    let router = crate::http::with_layers(router, app);
    Router::new().fallback_service(ServiceExt::<Request>::map_request(router, without_extra_slashes))
}
