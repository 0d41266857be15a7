//! What the answers of a part say about a brand.

use sea_orm::entity::prelude::*;

use super::Relation;

/// A row. `answerdeck-statistics` writes and reads it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "brand_facts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub organization_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub part: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub definition: i64,
    pub words: Vec<u8>,
}
