//! A change of a balance. The entries of an organization add up to its balance.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "credit_entries")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    /// In thousandths of a credit. Negative for a charge.
    pub amount: i64,
    /// The answer that is charged for. Each answer is charged once.
    pub answer_id: Option<String>,
    pub created_at: i64,
}
