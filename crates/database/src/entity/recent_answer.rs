//! An answer that is not in a part of the columns yet.

use sea_orm::entity::prelude::*;

use super::Relation;

/// A row. `answerdeck-statistics` writes and reads it. It has the answer's words in each column, and its facts about brands.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "recent_answers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub organization_id: String,
    /// The position of the answer in the columns, from 0.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    pub dimensions: Vec<u8>,
    pub source: Vec<u8>,
    pub fanout: Vec<u8>,
    pub token: Vec<u8>,
    pub fact: Vec<u8>,
}
