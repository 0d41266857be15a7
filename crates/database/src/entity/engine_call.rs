//! A call of a paid engine whose item has not ended.

use sea_orm::entity::prelude::*;

/// A row. It is written before the call.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "engine_calls")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub answer_id: String,
    pub asked_at: i64,
    /// The day whose spend has the reserved amount, in UTC days since 1970.
    pub day: i64,
    /// The estimated cost, in millionths of a US dollar.
    pub reserved: i64,
    /// The id of the accepted question at the provider. Absent before the provider has accepted it.
    #[sea_orm(column_type = "Text")]
    pub task: Option<String>,
}

/// Queries join the tables explicitly.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
