//! What a provider of keyword data answered: kept for a day, of no organization.

use sea_orm::entity::prelude::*;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "keyword_answers")]
pub struct Model {
    /// SHA-256 of what was asked.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    /// JSON.
    #[sea_orm(column_type = "Text")]
    pub answer: String,
    pub expires_at: i64,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
