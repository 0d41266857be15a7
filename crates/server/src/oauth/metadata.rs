//! The metadata documents, which list the URLs of the endpoints.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::SCOPE;
use crate::state::AppState;

const CACHE_HEADERS: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "public, max-age=300")];

pub(super) async fn protected_resource(State(app): State<AppState>) -> impl IntoResponse {
    resource_metadata(&app, String::new())
}

/// Serves the metadata of a resource under `/mcp` or `/api`: the request appends the path of the resource.
///
/// Source: RFC 9728, section 3.1.
pub(super) async fn protected_resource_at(State(app): State<AppState>, Path(path): Path<String>) -> Response {
    match path.split('/').next() {
        Some("mcp" | "api") => resource_metadata(&app, format!("/{path}")).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Source: RFC 9728, section 2.
fn resource_metadata(app: &AppState, path: String) -> impl IntoResponse + use<> {
    let public_url = &app.config.public_url;
    let resource = json!({
        "resource": format!("{public_url}{path}"),
        "authorization_servers": [public_url],
        "scopes_supported": [SCOPE],
        "bearer_methods_supported": ["header"],
        "resource_name": "Answerdeck",
    });
    (CACHE_HEADERS, Json(resource))
}

/// Source: RFC 8414, section 2; RFC 9207, section 3; OAuth Client ID Metadata Document, section 5.
pub(super) async fn authorization_server(State(app): State<AppState>) -> impl IntoResponse {
    let at = |path: &str| format!("{}{path}", app.config.public_url);
    let server = json!({
        "issuer": app.config.public_url,
        "authorization_endpoint": at("/oauth/authorize"),
        "token_endpoint": at("/oauth/token"),
        "registration_endpoint": at("/oauth/register"),
        "revocation_endpoint": at("/oauth/revoke"),
        "scopes_supported": [SCOPE],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "ui_locales_supported": ["ko", "en"],
        "authorization_response_iss_parameter_supported": true,
        "client_id_metadata_document_supported": true,
    });
    (CACHE_HEADERS, Json(server))
}
