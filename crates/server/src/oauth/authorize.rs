//! The authorization endpoint: validates a request and shows the consent page.

use std::net::IpAddr;

use answerdeck_database::entity::oauth_request;
use answerdeck_database::with_write_lock;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;

use super::client::Client;
use super::client_address::ClientAddress;
use super::page::{self, ConsentPage};
use super::parameters::Parameters;
use super::problem::{ConsentProblem, ErrorResponse, invalid_request};
use super::redirect_uri::RedirectUri;
use super::texts::{ConsentError, Texts};
use super::{client_document, purge};
use crate::http::client_network::ClientNetwork;
use crate::http::token_resource::TokenResource;
use crate::problem::ApiResult;
use crate::random::hash;
use crate::state::AppState;

const CONSENT_LIFETIME_MS: i64 = 10 * 60 * 1_000;
/// The maximum length of `state`, in characters.
const STATE_LENGTH_MAX: usize = 2_048;

pub(super) async fn authorize(
    State(app): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let parameters = Parameters::parse(query.unwrap_or_default().as_bytes());
    let language = Texts::language(parameters.get("ui_locales").ok().flatten(), &headers);
    let now = app.clock.now();
    // Until the redirect URI is trusted, errors are shown to the user and never sent to the URI.
    let (client, redirect_uri, redirect_uri_text) = match validated_client(&app, &parameters, network).await {
        Ok(validated) => validated,
        Err(ConsentProblem::Shown(error)) => return Ok(page::error(language, error)),
        Err(ConsentProblem::Internal(problem)) => return Err(problem),
    };
    // The limit of the network comes first, so that a single network cannot use up the limit of a client.
    let throttles = &app.throttles;
    if !throttles.authorization_by_network.allow(&network.to_string(), now)
        || !throttles.authorization_by_client.allow(&client.id, now)
    {
        return Ok(page::error(language, ConsentError::RateLimited));
    }
    let (state, code_challenge, resource) = match validate(&app, &parameters) {
        Ok(valid) => valid,
        Err(error) => {
            let state = parameters.get("state").ok().flatten();
            return Ok(page::redirect(&app, &redirect_uri, state, &error.parameters()));
        }
    };
    let secret = app.random.secret("");
    let row = oauth_request::ActiveModel {
        hash: Set(hash(&secret)),
        client_id: Set(client.id.clone()),
        redirect_uri: Set(redirect_uri_text),
        state: Set(state.map(str::to_owned)),
        code_challenge: Set(code_challenge.to_owned()),
        expires_at: Set(now.as_millisecond() + CONSENT_LIFETIME_MS),
        resource: Set(resource.into_stored()),
    };
    let insert = oauth_request::Entity::insert(row).exec_without_returning(&app.database);
    with_write_lock(&app.database, insert).await?;
    purge::requests(&app).await;
    let consent =
        ConsentPage { client: &client, redirect_uri: &redirect_uri, request_secret: &secret, invalid_key: false };
    Ok(page::consent(&app, language, &consent))
}

/// Finds the client, and its redirect URI: parsed, and as the client sent or registered it.
async fn validated_client(
    app: &AppState,
    parameters: &Parameters,
    network: IpAddr,
) -> Result<(Client, RedirectUri, String), ConsentProblem> {
    let id = parameters.get("client_id").ok().flatten().ok_or(ConsentError::UnknownClient)?;
    if let Some(address) = ClientAddress::parse(id) {
        client_document::refresh(app, &address, network).await?;
    }
    let client = Client::find(&app.database, id).await?.ok_or(ConsentError::UnknownClient)?;
    let requested = parameters.get("redirect_uri").map_err(|_| ConsentError::UnregisteredRedirectUri)?;
    let text = requested.or(client.only_redirect_uri()).ok_or(ConsentError::UnregisteredRedirectUri)?;
    let redirect_uri = client.redirect_uri(text).ok_or(ConsentError::UnregisteredRedirectUri)?;
    let text = text.to_owned();
    Ok((client, redirect_uri, text))
}

/// Validates the parameters of an authorization request and returns its `state`, code challenge and resource. Whatever `scope` it
/// asks for, it is granted the only one, and the token response says so.
///
/// Source: RFC 6749, sections 3.3 and 4.1.1; RFC 7636, section 4.3; RFC 8707, section 2.
fn validate<'a>(
    app: &AppState,
    parameters: &'a Parameters,
) -> Result<(Option<&'a str>, &'a str, TokenResource), ErrorResponse> {
    let state = parameters.get("state")?;
    if state.is_some_and(|state| state.chars().count() > STATE_LENGTH_MAX) {
        return Err(invalid_request(format!("state must not be longer than {STATE_LENGTH_MAX} characters")));
    }
    if parameters.require("response_type")? != "code" {
        return Err(ErrorResponse::new("unsupported_response_type", "response_type must be code"));
    }
    if parameters.get("response_mode")?.is_some_and(|mode| mode != "query") {
        return Err(invalid_request("response_mode must be query"));
    }
    let challenge = parameters.require("code_challenge")?;
    if parameters.get("code_challenge_method")? != Some("S256") {
        return Err(invalid_request("code_challenge_method must be S256"));
    }
    if !URL_SAFE_NO_PAD.decode(challenge).is_ok_and(|bytes| bytes.len() == 32) {
        return Err(invalid_request("code_challenge must be a SHA-256 hash in base64url without padding"));
    }
    let resource = parameters.resource(&app.config.public_url)?.unwrap_or_default();
    Ok((state, challenge, resource))
}
