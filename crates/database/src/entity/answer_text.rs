//! The text of an answer, folded for search.

use sea_orm::entity::prelude::*;

use super::Relation;

/// A row. An answer without content has none.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "answer_texts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub answer_id: String,
    /// The [`crate::text_search::folded`] content.
    pub folded: String,
}
