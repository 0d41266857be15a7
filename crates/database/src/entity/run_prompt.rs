//! A prompt of a run, as it was when the run was submitted.

use sea_orm::entity::prelude::*;

use super::Relation;

/// A row. The prompt may have changed or been deleted since.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "run_prompts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: String,
    /// The order of the submission.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    pub prompt_id: String,
    pub prompt_set_id: String,
    pub content: String,
}
