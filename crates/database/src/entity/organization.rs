//! An organization. It owns all other data.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "organizations")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub region: String,
    /// An array of URLs.
    pub websites: Json,
    /// In thousandths of a credit.
    pub balance: i64,
    /// The number of changes of what brands are found by.
    pub brands_revision: i64,
    pub created_at: i64,
}
