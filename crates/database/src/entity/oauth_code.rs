//! A one-time authorization code.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "oauth_codes")]
pub struct Model {
    /// SHA-256 of the code.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub grant_id: String,
    pub redirect_uri: String,
    /// The S256 code challenge.
    pub code_challenge: String,
    pub expires_at: i64,
    pub used_at: Option<i64>,
}
