//! A grant: what a user allowed a client. All tokens of one consent belong to it.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "oauth_grants")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub client_id: String,
    /// The API key from the consent page. Revoking the key ends the grant.
    pub api_key_id: String,
    pub scope: String,
    /// The path on this server that the grant is for. Absent for the whole server.
    pub resource: Option<String>,
    pub created_at: i64,
    /// When the refresh tokens of the grant expire.
    pub expires_at: i64,
    pub revoked_at: Option<i64>,
}
