//! The router: every path that the server answers.

use axum::Router;

use crate::http::cors::any_origin;
use crate::state::AppState;

/// Returns the router over `app`.
pub fn router(app: &AppState) -> Router {
    let router = Router::new()
        .nest("/api", crate::api::router(app).layer(any_origin()))
        .merge(crate::oauth::router())
        .merge(crate::health::router())
        .merge(crate::openapi::router(app).layer(any_origin()))
        .merge(crate::demo_site_routes::router())
        .fallback(crate::console::fallback)
        .with_state(app.clone());
    crate::http::wrap(router, app)
}
