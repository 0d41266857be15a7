//! Registered clients.

use sea_orm::{ConnectionTrait, DbErr, EntityTrait};

use super::redirect_uri::RedirectUri;
use crate::database::entity::oauth_client;

/// A client that has registered.
pub(super) struct Client {
    /// What it calls itself. Empty when it said nothing.
    pub(super) name: String,
    redirect_uris: Vec<String>,
}

impl Client {
    pub(super) async fn find(database: &impl ConnectionTrait, id: &str) -> Result<Option<Self>, DbErr> {
        let row = oauth_client::Entity::find_by_id(id).one(database).await?;
        Ok(row.map(|row| Self {
            name: row.name,
            redirect_uris: serde_json::from_value(row.redirect_uris).unwrap_or_default(),
        }))
    }

    /// Reads an address, if it is one of the client's.
    pub(super) fn redirect_uri(&self, text: &str) -> Option<RedirectUri> {
        let asked = RedirectUri::parse(text).ok()?;
        self.redirect_uris.iter().any(|registered| asked.is(registered)).then_some(asked)
    }

    /// Its address, if it has one only.
    pub(super) fn only_redirect_uri(&self) -> Option<&str> {
        match self.redirect_uris.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}
