//! A fan-out query: a search that a model ran for an answer.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "answer_fanouts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub answer_id: String,
    /// From 0, in the order of the searches.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    pub query: String,
}
