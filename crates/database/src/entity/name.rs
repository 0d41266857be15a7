//! The number of a name, such as a domain, a page or a token of answers.

use sea_orm::entity::prelude::*;

use super::Relation;

/// A row. `answerdeck-statistics` writes and reads it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "names")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub organization_id: String,
    /// Consecutive, from 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i64,
    /// Hash of the kind, the name and the domain, which may be too long for an index.
    pub hash: i64,
    pub name: String,
    /// The domain of a page. Empty when it is unknown, and for other kinds.
    pub domain: String,
    /// The deletion of an answer that had it, as a random number. A new answer that has it clears this mark.
    pub deletion: Option<i64>,
}
