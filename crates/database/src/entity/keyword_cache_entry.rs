//! The cached data of a provider about a keyword. It expires after a day and is shared by all organizations.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "keyword_cache_entries")]
pub struct Model {
    /// SHA-256 of the request.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    /// In JSON.
    pub data: String,
    pub expires_at: i64,
}
