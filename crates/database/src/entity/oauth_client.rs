//! An OAuth client, which has registered or has a metadata document. It is a public client, without a secret.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "oauth_clients")]
pub struct Model {
    /// The `client_id`: made by this server, or the address of the document.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// The name on the consent page.
    pub name: String,
    /// An array of URLs.
    pub redirect_uris: Json,
    pub created_at: i64,
    /// When a user last approved it. A client that was never approved is deleted after a day.
    pub used_at: Option<i64>,
    /// When the document is read again. Absent for a registered client.
    pub document_expires_at: Option<i64>,
}
