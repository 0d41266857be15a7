//! How often the answers of a slice cite a domain or a page, or were searched for by a query.

use sea_orm::entity::prelude::*;

/// A row, which `crate::tally` keeps.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "tallies")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub organization_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    /// Of the name and the domain: both together can be longer than an index takes.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub slice: String,
    pub name: String,
    /// Of a page. Empty when it cannot be told, and for what is no page.
    pub domain: String,
    /// Of a page, as the latest answer has it.
    pub title: String,
    pub occurrences: i64,
    pub answers: i64,
    pub latest_answer_id: String,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
