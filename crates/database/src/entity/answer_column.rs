//! A part of a column that statistics read.

use sea_orm::entity::prelude::*;

use super::Relation;

/// A row. `answerdeck-statistics` writes and reads it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "answer_columns")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub organization_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub part: i64,
    pub words: Vec<u8>,
    /// The time of the first answer. `None` when the part has no answers, and in every column but that of the dimensions.
    pub first_at: Option<i64>,
    /// The time of the last answer. `None` as for `first_at`.
    pub last_at: Option<i64>,
}
