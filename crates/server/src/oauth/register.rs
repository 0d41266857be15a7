//! The registration endpoint. Every client is public: it has no client secret.

use answerdeck_database::entity::oauth_client;
use answerdeck_database::with_write_lock;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use serde_json::json;

use super::client_metadata::{ClientMetadata, GrantedMetadata, invalid_metadata};
use super::problem::{ErrorResponse, OAuthProblem};
use super::{SCOPE, purge, read_body};
use crate::http::client_network::ClientNetwork;
use crate::http::input::{Input, read};
use crate::state::AppState;

/// Source: RFC 7591, section 3.2.1.
pub(super) async fn register(
    State(app): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    request: Request,
) -> Result<Response, OAuthProblem> {
    let now = app.clock.now();
    if !app.throttles.registration.allow(&network.to_string(), now) {
        return Err(
            ErrorResponse::new("temporarily_unavailable", "too many registrations: try again in a minute").into()
        );
    }
    let bytes = read_body(request).await.map_err(invalid_metadata)?;
    let input = Input::from_json(&bytes).map_err(|reason| invalid_metadata(format!("body: {reason}")))?;
    let metadata: ClientMetadata = read(&input, false).map_err(|error| match error.field.as_str() {
        "" => invalid_metadata("body: must be an object"),
        _ => invalid_metadata(error.to_string()),
    })?;
    let GrantedMetadata { name: client_name, redirect_uris } = metadata.granted()?;

    let client_id: String = app.random.id(now);
    let row = oauth_client::ActiveModel {
        id: Set(client_id.clone()),
        name: Set(client_name.clone()),
        redirect_uris: Set(redirect_uris.clone().into()),
        created_at: Set(now.as_millisecond()),
        used_at: Set(None),
        document_expires_at: Set(None),
    };
    let insert = oauth_client::Entity::insert(row).exec_without_returning(&app.database);
    with_write_lock(&app.database, insert).await?;
    purge::clients(&app).await;
    let mut client = json!({
        "client_id": client_id,
        "client_id_issued_at": now.as_second(),
        "redirect_uris": redirect_uris,
        "token_endpoint_auth_method": "none",
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "scope": SCOPE,
    });
    if !client_name.is_empty() {
        client["client_name"] = client_name.into();
    }
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], Json(client)).into_response())
}
