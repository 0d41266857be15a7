//! A noun of an organization's answers.

use sea_orm::entity::prelude::*;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "tokens")]
pub struct Model {
    /// As `crate::tokens::id` makes it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    pub organization_id: String,
    #[sea_orm(column_type = "Text")]
    pub token: String,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
