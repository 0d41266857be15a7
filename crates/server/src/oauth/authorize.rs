//! The authorization endpoint: checks what a client asks for, and asks the person.

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sea_orm::ActiveValue::Set;
use sea_orm::EntityTrait;
use url::Url;

use super::client::Client;
use super::page::{self, Consent};
use super::parameters::Parameters;
use super::problem::{Refusal, invalid_request};
use super::redirect_uri::RedirectUri;
use super::texts::{Stop, Texts};
use super::{SCOPE, sweep};
use crate::database::entity::oauth_request;
use crate::language::{self, Language};
use crate::problem::ApiResult;
use crate::random::hash;
use crate::state::AppState;

/// How long a consent page may be left open, in milliseconds.
const LIFETIME: i64 = 10 * 60 * 1_000;
/// Characters of `state`, at most.
const STATE_MAX: usize = 2_048;

/// Where a client's answers go, once that is trusted.
struct Asker {
    client_id: String,
    client: Client,
    redirect_uri: RedirectUri,
    redirect_text: String,
}

pub(super) async fn authorize(
    State(app): State<AppState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let parameters = Parameters::of(query.unwrap_or_default().as_bytes());
    let language = language(parameters.get("ui_locales").ok().flatten(), &headers);
    let now = app.clock.now();
    if !app.throttles.authorization.allow(now) {
        return Ok(page::stop(StatusCode::TOO_MANY_REQUESTS, language, Stop::Busy));
    }
    // What goes wrong before the address is trusted is told to the person, not sent to the address.
    let asker = match asker(&app, &parameters).await? {
        Ok(asker) => asker,
        Err(stop) => return Ok(page::stop(StatusCode::BAD_REQUEST, language, stop)),
    };
    let (state, code_challenge) = match check(&app, &parameters) {
        Ok(checked) => checked,
        Err(refusal) => {
            let state = parameters.get("state").ok().flatten();
            return Ok(page::redirect(&app, &asker.redirect_uri, state, &error(&refusal)));
        }
    };
    let transaction = app.random.secret("");
    let row = oauth_request::ActiveModel {
        hash: Set(hash(&transaction)),
        client_id: Set(asker.client_id),
        redirect_uri: Set(asker.redirect_text),
        state: Set(state.map(str::to_owned)),
        code_challenge: Set(code_challenge.to_owned()),
        expires_at: Set(now.as_millisecond() + LIFETIME),
    };
    oauth_request::Entity::insert(row).exec_without_returning(&app.database).await?;
    sweep::requests(&app).await;
    let consent = Consent {
        client_name: &asker.client.name,
        redirect_uri: &asker.redirect_uri,
        transaction: &transaction,
        wrong_key: false,
    };
    Ok(page::consent(language, &consent))
}

/// What an error tells a client beside `state` and `iss`.
pub(super) fn error(refusal: &Refusal) -> [(&'static str, &str); 2] {
    [("error", refusal.error), ("error_description", &refusal.description)]
}

/// The person's language: the one that the client's page is in, or else the browser's.
///
/// Source: OpenID Connect Core 1.0, section 3.1.2.1 (`ui_locales`).
pub(super) fn language(ui_locales: Option<&str>, headers: &HeaderMap) -> Language {
    let tags = ui_locales.unwrap_or_default().split(' ');
    tags.filter_map(Texts::language_of).next().unwrap_or_else(|| language::preferred(headers))
}

async fn asker(app: &AppState, parameters: &Parameters) -> ApiResult<Result<Asker, Stop>> {
    let Ok(Some(client_id)) = parameters.get("client_id") else { return Ok(Err(Stop::UnknownClient)) };
    let Some(client) = Client::find(&app.database, client_id).await? else { return Ok(Err(Stop::UnknownClient)) };
    let Ok(asked) = parameters.get("redirect_uri") else { return Ok(Err(Stop::OtherRedirect)) };
    let Some(redirect_text) = asked.or(client.only_redirect_uri()).map(str::to_owned) else {
        return Ok(Err(Stop::OtherRedirect));
    };
    let Some(redirect_uri) = client.redirect_uri(&redirect_text) else { return Ok(Err(Stop::OtherRedirect)) };
    Ok(Ok(Asker { client_id: client_id.to_owned(), client, redirect_uri, redirect_text }))
}

/// Gives `state` and the code challenge of a request that asks for what there is.
///
/// Source: RFC 6749, section 4.1.1; RFC 7636, section 4.3; RFC 8707, section 2.
fn check<'a>(app: &AppState, parameters: &'a Parameters) -> Result<(Option<&'a str>, &'a str), Refusal> {
    let state = parameters.get("state")?;
    if state.is_some_and(|state| state.chars().count() > STATE_MAX) {
        return Err(invalid_request(format!("state has at most {STATE_MAX} characters")));
    }
    if parameters.require("response_type")? != "code" {
        return Err(Refusal::new("unsupported_response_type", "response_type is code"));
    }
    if parameters.get("response_mode")?.is_some_and(|mode| mode != "query") {
        return Err(invalid_request("response_mode is query"));
    }
    let challenge = parameters.require("code_challenge")?;
    if parameters.get("code_challenge_method")? != Some("S256") {
        return Err(invalid_request("code_challenge_method is S256"));
    }
    if !URL_SAFE_NO_PAD.decode(challenge).is_ok_and(|bytes| bytes.len() == 32) {
        return Err(invalid_request("code_challenge is the base64url of a SHA-256"));
    }
    check_scope(parameters)?;
    check_resource(app, parameters)?;
    Ok((state, challenge))
}

/// The one scope, or none named.
pub(super) fn check_scope(parameters: &Parameters) -> Result<(), Refusal> {
    match parameters.get("scope")? {
        None | Some(SCOPE) => Ok(()),
        Some(_) => Err(Refusal::new("invalid_scope", format!("scope is {SCOPE}"))),
    }
}

/// Tokens are good for this server only, so every resource named is of it.
///
/// Source: RFC 8707, section 2.
pub(super) fn check_resource(app: &AppState, parameters: &Parameters) -> Result<(), Refusal> {
    let own = Url::parse(&app.config.public_url).map(|url| url.origin());
    let is_own =
        |resource: &str| Url::parse(resource).is_ok_and(|url| Ok(url.origin()) == own) && !resource.contains('#');
    match parameters.all("resource").all(is_own) {
        true => Ok(()),
        false => Err(Refusal::new("invalid_target", "resource is an address of this server")),
    }
}
