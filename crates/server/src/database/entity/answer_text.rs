//! The body of an answer in the form that it is searched in.

use sea_orm::entity::prelude::*;

/// A row. There is none for an answer without a body.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "answer_texts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub answer_id: String,
    /// As [`crate::database::search::folded`] makes it.
    #[sea_orm(column_type = "Text")]
    pub folded: String,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
