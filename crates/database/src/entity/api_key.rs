//! An API key of an organization.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "api_keys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub name: Option<String>,
    /// SHA-256 of the key.
    pub secret_hash: String,
    pub created_at: i64,
    pub revoked_at: Option<i64>,
}
