use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "prompts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub prompt_set_id: String,
    pub content: String,
    /// The [`crate::text_search::folded`] content, for search.
    pub content_folded: String,
    pub created_at: i64,
}
