//! A page that an answer cites.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "answer_sources")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub answer_id: String,
    /// From 0, in the order of citation.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    pub url: String,
    pub title: String,
    pub domain: Option<String>,
}
