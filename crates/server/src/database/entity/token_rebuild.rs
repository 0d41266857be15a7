//! The progress of rebuilding the tokens of an organization.

use sea_orm::entity::prelude::*;

/// A row. It exists while answers remain.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "token_rebuilds")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub organization_id: String,
    /// The position of the next answer in the columns of statistics, from 0.
    pub position: i64,
    /// The number of answers in the columns when the rebuild began.
    pub total: i64,
}

/// Queries join the tables explicitly.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
