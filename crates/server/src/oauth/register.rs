//! The registration endpoint. Every client is public: it has no client secret.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};

use super::problem::{ErrorResponse, OAuthProblem};
use super::redirect_uri::RedirectUri;
use super::{BODY_MAX, SCOPE, purge};
use crate::database::entity::oauth_client;
use crate::http::client_network::ClientNetwork;
use crate::state::AppState;

/// The maximum length of a client's name, in characters.
const NAME_LENGTH_MAX: usize = 100;
/// The maximum number of redirect URIs of a client.
const REDIRECT_URIS_MAX: usize = 10;

/// The metadata in a registration request. Unknown members are ignored.
///
/// Source: RFC 7591, section 2.
#[derive(Deserialize)]
struct ClientMetadata {
    #[serde(default)]
    redirect_uris: Vec<String>,
    client_name: Option<String>,
    token_endpoint_auth_method: Option<String>,
    grant_types: Option<Vec<String>>,
    response_types: Option<Vec<String>>,
}

/// The response to a registration request.
///
/// Source: RFC 7591, section 3.2.1.
#[derive(Serialize)]
struct ClientInformation {
    client_id: String,
    client_id_issued_at: i64,
    #[serde(skip_serializing_if = "String::is_empty")]
    client_name: String,
    redirect_uris: Vec<String>,
    token_endpoint_auth_method: &'static str,
    grant_types: [&'static str; 2],
    response_types: [&'static str; 1],
    scope: &'static str,
}

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
    let bytes = axum::body::to_bytes(request.into_body(), BODY_MAX)
        .await
        .map_err(|_| invalid_metadata(format!("the body is larger than {BODY_MAX} bytes or incomplete")))?;
    let metadata: ClientMetadata =
        serde_json::from_slice(&bytes).map_err(|error| invalid_metadata(error.to_string()))?;
    let client_name = validate(&metadata)?;

    let client_id: String = app.random.id(now);
    let row = oauth_client::ActiveModel {
        id: Set(client_id.clone()),
        name: Set(client_name.clone()),
        redirect_uris: Set(metadata.redirect_uris.clone().into()),
        created_at: Set(now.as_millisecond()),
        used_at: Set(None),
    };
    oauth_client::Entity::insert(row).exec_without_returning(&app.database).await?;
    purge::clients(&app).await;
    let client = ClientInformation {
        client_id,
        client_id_issued_at: now.as_second(),
        client_name,
        redirect_uris: metadata.redirect_uris,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        scope: SCOPE,
    };
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], Json(client)).into_response())
}

/// Validates the metadata and returns the trimmed client name, which is empty without one.
fn validate(metadata: &ClientMetadata) -> Result<String, ErrorResponse> {
    let uris = &metadata.redirect_uris;
    if uris.is_empty() || uris.len() > REDIRECT_URIS_MAX {
        return Err(invalid_redirect_uri(format!("redirect_uris must contain 1 to {REDIRECT_URIS_MAX} URIs")));
    }
    for (index, uri) in uris.iter().enumerate() {
        RedirectUri::parse(uri).map_err(|reason| invalid_redirect_uri(format!("redirect_uris[{index}] {reason}")))?;
    }
    if metadata.token_endpoint_auth_method.as_ref().is_some_and(|method| method != "none") {
        return Err(invalid_metadata("token_endpoint_auth_method must be none: clients are public and use PKCE"));
    }
    let excludes = |list: &Option<Vec<String>>, required: &str| {
        list.as_ref().is_some_and(|list| list.iter().all(|value| value != required))
    };
    if excludes(&metadata.grant_types, "authorization_code") {
        return Err(invalid_metadata("grant_types must contain authorization_code"));
    }
    if excludes(&metadata.response_types, "code") {
        return Err(invalid_metadata("response_types must contain code"));
    }
    let name = metadata.client_name.as_deref().unwrap_or_default().trim();
    if name.chars().count() > NAME_LENGTH_MAX {
        return Err(invalid_metadata(format!("client_name must not be longer than {NAME_LENGTH_MAX} characters")));
    }
    if name.chars().any(is_invisible) {
        return Err(invalid_metadata("client_name must not contain control or invisible formatting characters"));
    }
    Ok(name.to_owned())
}

/// Whether a character is invisible or changes the display of others. A name with such a character can imitate another.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn invalid_metadata(description: impl Into<String>) -> ErrorResponse {
    ErrorResponse::new("invalid_client_metadata", description)
}

fn invalid_redirect_uri(description: impl Into<String>) -> ErrorResponse {
    ErrorResponse::new("invalid_redirect_uri", description)
}
