//! What is still to be found in the texts of stored answers.

use sea_orm::entity::prelude::*;

use super::Relation;

/// A row. It exists while answers remain.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "backfills")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub organization_id: String,
    /// The definition of a brand, or 0 for tokens. If no brand has the definition any more, its facts are removed.
    #[sea_orm(primary_key, auto_increment = false)]
    pub definition: i64,
    /// The answers at this position of the columns and after it are done.
    pub position: i64,
}
