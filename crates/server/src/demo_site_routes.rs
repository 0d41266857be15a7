//! Serves the rendered sites of the demo.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::demo_sites::{BASE_PATH, STYLE};
use crate::http::policy::sha256_source;
use crate::state::AppState;

pub(crate) fn router() -> Router<AppState> {
    let redirect_to_start = async |Path(host): Path<String>| Redirect::permanent(&format!("{BASE_PATH}/{host}/"));
    Router::new()
        .route(BASE_PATH, get(async || Redirect::permanent(&format!("{BASE_PATH}/"))))
        .route(&format!("{BASE_PATH}/"), get(async |state: State<AppState>| respond(&state, "", "")))
        .route(&format!("{BASE_PATH}/{{host}}"), get(redirect_to_start))
        .route(
            &format!("{BASE_PATH}/{{host}}/"),
            get(async |state: State<AppState>, Path(host): Path<String>| respond(&state, &host, "")),
        )
        .route(
            &format!("{BASE_PATH}/{{host}}/{{*path}}"),
            get(async |state: State<AppState>, Path((host, path)): Path<(String, String)>| {
                respond(&state, &host, &path)
            }),
        )
}

fn respond(app: &AppState, host: &str, path: &str) -> Response {
    let page = app.config.demo_sites.as_ref().and_then(|sites| sites.page(host, path));
    let Some(page) = page else { return StatusCode::NOT_FOUND.into_response() };
    let policy = format!(
        "default-src 'none'; style-src {}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        sha256_source(STYLE)
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("x-robots-tag"), "noindex"),
    ];
    (headers, Html(page.to_owned())).into_response()
}
