//! A prompt.

use sea_orm::entity::prelude::*;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "prompts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub prompt_set_id: String,
    #[sea_orm(column_type = "Text")]
    pub content: String,
    /// What it is searched by: [`crate::database::search::folded`] of `content`.
    #[sea_orm(column_type = "Text")]
    pub content_folded: String,
    pub created_at: i64,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
