//! What answers are counted by, under a number.

use sea_orm::entity::prelude::*;

/// A row, which `crate::columns` keeps.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "names")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub organization_id: String,
    /// From 1 on, without a gap.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i64,
    /// Of the kind, the name and the domain: they can be longer than an index takes.
    pub hash: i64,
    pub name: String,
    /// Of a page. Empty when it cannot be told, and for what is no page.
    pub domain: String,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
