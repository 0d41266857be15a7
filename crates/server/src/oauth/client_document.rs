//! Metadata documents of clients: the server reads the document at the client's address, and stores its content.

use std::net::IpAddr;
use std::time::Duration;

use answerdeck_database::entity::oauth_client;
use answerdeck_database::with_write_lock;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{DbErr, EntityTrait};
use serde::Deserialize;

use super::client_address::ClientAddress;
use super::client_metadata::{ClientMetadata, GrantedMetadata};
use super::problem::ConsentProblem;
use super::purge;
use super::texts::ConsentError;
use crate::state::AppState;

/// How long a document is cached at least and at most, whatever `max-age` its site sends.
const AGE_MIN: Duration = Duration::from_secs(60);
const AGE_MAX: Duration = Duration::from_secs(24 * 60 * 60);
/// How long a document is cached if its site sends no `max-age`.
const DEFAULT_AGE: Duration = Duration::from_secs(60 * 60);

/// The document.
///
/// Source: OAuth Client ID Metadata Document, section 4.
#[derive(Deserialize)]
struct ClientDocument {
    client_id: String,
    client_secret: Option<serde_json::Value>,
    token_endpoint_auth_method: Option<String>,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
    #[serde(flatten)]
    metadata: ClientMetadata,
}

/// Reads the document of a client, unless it is known and young. An expired document that cannot be read again is not used: its
/// site may have withdrawn the client.
pub(super) async fn refresh(app: &AppState, address: &ClientAddress, network: IpAddr) -> Result<(), ConsentProblem> {
    let now = app.clock.now();
    let client_id = address.url().as_str();
    let known = oauth_client::Entity::find_by_id(client_id).one(&app.database).await?;
    let expires_at = known.as_ref().and_then(|row| row.document_expires_at);
    if expires_at.is_some_and(|expires_at| expires_at > now.as_millisecond()) {
        return Ok(());
    }
    // A known client has its own limit, so that requests for unknown documents of its host do not count against it.
    let budget = if known.is_some() { client_id } else { address.host() };
    let network = network.to_string();
    let throttles = &app.throttles;
    if !throttles.client_metadata_by_network.allow(&network, now)
        || !throttles.client_metadata_by_host.allow(budget, now)
    {
        return Err(ConsentError::RateLimited.into());
    }
    let _permit = app.client_metadata_reads.acquire(&network).await.map_err(|_| ConsentError::RateLimited)?;
    let (client, age) = read(app, address).await?;
    Ok(store(app, client_id, client, age).await?)
}

/// Reads the document. Returns what the client is granted, and how long the document is kept.
async fn read(app: &AppState, address: &ClientAddress) -> Result<(GrantedMetadata, Duration), ConsentError> {
    let client_id = address.url().as_str();
    let document = app.client_metadata.fetch(address.url()).await.map_err(|error| {
        tracing::info!(client_id, %error, "the document of a client cannot be read");
        ConsentError::UnreadableDocument
    })?;
    let granted = parse(&document.bytes, client_id).map_err(|reason| {
        tracing::info!(client_id, reason, "the document of a client is invalid");
        ConsentError::InvalidDocument
    })?;
    let age = document.max_age.unwrap_or(DEFAULT_AGE).clamp(AGE_MIN, AGE_MAX);
    Ok((granted, age))
}

async fn store(app: &AppState, client_id: &str, client: GrantedMetadata, age: Duration) -> Result<(), DbErr> {
    let now = app.clock.now();
    let row = oauth_client::ActiveModel {
        id: Set(client_id.to_owned()),
        name: Set(client.name),
        redirect_uris: Set(client.redirect_uris.into()),
        created_at: Set(now.as_millisecond()),
        used_at: Set(None),
        document_expires_at: Set(Some((now + age).as_millisecond())),
    };
    let changed = [
        oauth_client::Column::Name,
        oauth_client::Column::RedirectUris,
        // A client without a consent is deleted after its age, which begins again.
        oauth_client::Column::CreatedAt,
        oauth_client::Column::DocumentExpiresAt,
    ];
    let replace = OnConflict::column(oauth_client::Column::Id).update_columns(changed).to_owned();
    let insert = oauth_client::Entity::insert(row).on_conflict(replace).exec_without_returning(&app.database);
    with_write_lock(&app.database, insert).await?;
    purge::clients(app).await;
    Ok(())
}

/// Reads a document and returns what its client is granted, or the reason for the log if the document is not one of
/// this client.
fn parse(bytes: &[u8], client_id: &str) -> Result<GrantedMetadata, String> {
    let document: ClientDocument = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if document.client_id != client_id {
        return Err("client_id is not the address of the document".to_owned());
    }
    if document.client_secret.is_some() {
        return Err("anyone can read the client_secret".to_owned());
    }
    // A document that names other ways alone expects that nobody without its key is taken for the client.
    let mut methods = document.token_endpoint_auth_method.iter().chain(&document.token_endpoint_auth_methods_supported);
    if document.token_endpoint_auth_method.is_some() && methods.all(|method| method != "none") {
        return Err("neither token_endpoint_auth_method nor token_endpoint_auth_methods_supported has none".to_owned());
    }
    document.metadata.granted().map_err(|error| error.description)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const ID: &str = "https://app.example/client.json";
    const URI: &str = "https://app.example/cb";

    fn parsed(document: &Value) -> Result<String, String> {
        parse(document.to_string().as_bytes(), ID).map(|granted| granted.name)
    }

    #[test]
    fn a_document_of_the_client_is_accepted_with_unknown_members() {
        let document = json!({
            "client_id": ID, "client_name": "An app", "client_uri": "https://app.example", "redirect_uris": [URI],
            "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
            "token_endpoint_auth_method": "none", "jwks": null,
        });
        assert_eq!(parsed(&document).as_deref(), Ok("An app"));
        assert_eq!(parsed(&json!({ "client_id": ID, "redirect_uris": [URI] })).as_deref(), Ok(""));
    }

    #[test]
    fn a_document_that_offers_no_authentication_among_others_is_accepted() {
        for (method, supported) in [
            (json!("none"), json!(["none"])),
            (json!("private_key_jwt"), json!(["private_key_jwt", "none"])),
            (json!(null), json!(["private_key_jwt", "none"])),
        ] {
            let document = json!({
                "client_id": ID, "redirect_uris": [URI], "token_endpoint_auth_method": method,
                "token_endpoint_auth_methods_supported": supported, "jwks_uri": "https://app.example/jwks.json",
            });
            assert_eq!(parsed(&document).as_deref(), Ok(""), "{document}");
        }
    }

    #[test]
    fn a_document_keeps_the_redirect_uris_that_are_safe() {
        let document =
            json!({ "client_id": ID, "redirect_uris": ["http://app.example/cb", URI, "javascript:alert(1)"] });
        assert_eq!(parse(document.to_string().as_bytes(), ID).unwrap().redirect_uris, [URI]);
    }

    #[test]
    fn a_document_that_is_not_one_of_the_client_is_refused() {
        for document in [
            json!({ "redirect_uris": [URI] }),
            json!({ "client_id": "https://app.example/other.json", "redirect_uris": [URI] }),
            json!({ "client_id": format!("{ID}/"), "redirect_uris": [URI] }),
            json!({ "client_id": ID }),
            json!({ "client_id": ID, "redirect_uris": [] }),
            json!({ "client_id": ID, "redirect_uris": ["javascript:alert(1)"] }),
            json!({ "client_id": ID, "redirect_uris": [URI], "client_secret": "x" }),
            json!({ "client_id": ID, "redirect_uris": [URI], "token_endpoint_auth_method": "client_secret_post" }),
            json!({ "client_id": ID, "redirect_uris": [URI], "token_endpoint_auth_method": "private_key_jwt" }),
            json!({ "client_id": ID, "redirect_uris": [URI], "client_name": "moc\u{202e}.live" }),
            json!([ID]),
            json!(null),
        ] {
            assert!(parsed(&document).is_err(), "{document}");
        }
        let deep = "[".repeat(20_000);
        assert!(parse(deep.as_bytes(), ID).is_err() && parse(b"\xff", ID).is_err());
        let twice = format!(r#"{{"client_id":"{ID}","client_id":"{ID}","redirect_uris":["{URI}"]}}"#);
        assert!(parse(twice.as_bytes(), ID).is_err());
    }
}
