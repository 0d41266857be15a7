//! Known clients: registered ones, and those with a document.

use answerdeck_database::entity::oauth_client;
use sea_orm::{ConnectionTrait, DbErr, EntityTrait};

use super::client_address::ClientAddress;
use super::redirect_uri::RedirectUri;

#[derive(Default)]
pub(super) struct Client {
    pub(super) id: String,
    /// The name in its registration or document. Empty without one.
    pub(super) name: String,
    /// The host of its document. `None` for a registered client.
    pub(super) document_host: Option<String>,
    redirect_uris: Vec<String>,
}

impl Client {
    pub(super) async fn find(database: &impl ConnectionTrait, id: &str) -> Result<Option<Self>, DbErr> {
        let row = oauth_client::Entity::find_by_id(id).one(database).await?;
        Ok(row.map(|row| Self {
            document_host: ClientAddress::parse(&row.id).map(|address| address.host().to_owned()),
            id: row.id,
            name: row.name,
            redirect_uris: serde_json::from_value(row.redirect_uris).unwrap_or_default(),
        }))
    }

    /// Parses a redirect URI. `None` if the client has not registered it.
    pub(super) fn redirect_uri(&self, text: &str) -> Option<RedirectUri> {
        let requested = RedirectUri::parse(text).ok()?;
        self.redirect_uris.iter().any(|registered| requested.matches(registered)).then_some(requested)
    }

    pub(super) fn only_redirect_uri(&self) -> Option<&str> {
        match self.redirect_uris.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}
