//! A consent page that is open. It can be submitted once.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "oauth_requests")]
pub struct Model {
    /// SHA-256 of the secret in the form of the page.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub client_id: String,
    pub redirect_uri: String,
    /// The `state` parameter, returned to the client unchanged.
    pub state: Option<String>,
    /// The S256 code challenge.
    pub code_challenge: String,
    pub expires_at: i64,
    /// The path on this server that the token is for. Absent for the whole server.
    pub resource: Option<String>,
}
