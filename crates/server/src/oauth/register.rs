//! Dynamic client registration. Every client is public: it has no secret to keep.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};

use super::problem::{OAuthProblem, Refusal};
use super::redirect_uri::RedirectUri;
use super::{BODY_MAX, SCOPE, sweep};
use crate::database::entity::oauth_client;
use crate::state::AppState;

/// Characters of a client's name, at most.
const NAME_MAX: usize = 100;
/// Redirect addresses of a client, at most.
const REDIRECT_URIS_MAX: usize = 10;

/// What a client says of itself. Other members are passed over.
///
/// Source: RFC 7591, section 2.
#[derive(Deserialize)]
struct Registration {
    #[serde(default)]
    redirect_uris: Vec<String>,
    client_name: Option<String>,
    token_endpoint_auth_method: Option<String>,
    grant_types: Option<Vec<String>>,
    response_types: Option<Vec<String>>,
}

/// What was registered.
///
/// Source: RFC 7591, section 3.2.1.
#[derive(Serialize)]
struct Registered {
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

pub(super) async fn register(State(app): State<AppState>, request: Request) -> Result<Response, OAuthProblem> {
    let now = app.clock.now();
    if !app.throttles.registration.allow(now) {
        return Err(Refusal::new("temporarily_unavailable", "too many registrations, try again in a minute").into());
    }
    let bytes = axum::body::to_bytes(request.into_body(), BODY_MAX)
        .await
        .map_err(|_| invalid(format!("the body is larger than {BODY_MAX} bytes, or cut off")))?;
    let registration: Registration = serde_json::from_slice(&bytes).map_err(|error| invalid(error.to_string()))?;
    let client_name = check(&registration)?;

    let client_id: String = app.random.id(now);
    let row = oauth_client::ActiveModel {
        id: Set(client_id.clone()),
        name: Set(client_name.clone()),
        redirect_uris: Set(registration.redirect_uris.clone().into()),
        created_at: Set(now.as_millisecond()),
        used_at: Set(None),
    };
    oauth_client::Entity::insert(row).exec_without_returning(&app.database).await?;
    sweep::clients(&app).await;
    let registered = Registered {
        client_id,
        client_id_issued_at: now.as_second(),
        client_name,
        redirect_uris: registration.redirect_uris,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        scope: SCOPE,
    };
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], Json(registered)).into_response())
}

/// Checks what the client asks for, and gives its name.
fn check(registration: &Registration) -> Result<String, Refusal> {
    let uris = &registration.redirect_uris;
    if uris.is_empty() || uris.len() > REDIRECT_URIS_MAX {
        return Err(invalid_uri(format!("redirect_uris holds 1 to {REDIRECT_URIS_MAX} addresses")));
    }
    for (place, uri) in uris.iter().enumerate() {
        RedirectUri::parse(uri).map_err(|reason| invalid_uri(format!("redirect_uris[{place}]: {reason}")))?;
    }
    if registration.token_endpoint_auth_method.as_ref().is_some_and(|method| method != "none") {
        return Err(invalid("token_endpoint_auth_method is none: clients are public and use PKCE"));
    }
    let lacks = |list: &Option<Vec<String>>, needed: &str| {
        list.as_ref().is_some_and(|list| list.iter().all(|value| value != needed))
    };
    if lacks(&registration.grant_types, "authorization_code") {
        return Err(invalid("grant_types holds authorization_code"));
    }
    if lacks(&registration.response_types, "code") {
        return Err(invalid("response_types holds code"));
    }
    let name = registration.client_name.as_deref().unwrap_or_default().trim();
    if name.chars().count() > NAME_MAX {
        return Err(invalid(format!("client_name has at most {NAME_MAX} characters")));
    }
    if name.chars().any(is_unseen) {
        return Err(invalid("client_name holds characters that control how text is shown"));
    }
    Ok(name.to_owned())
}

/// Characters that are not seen themselves but change what is: a name with them can pass for another.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn invalid(description: impl Into<String>) -> Refusal {
    Refusal::new("invalid_client_metadata", description)
}

fn invalid_uri(description: impl Into<String>) -> Refusal {
    Refusal::new("invalid_redirect_uri", description)
}
