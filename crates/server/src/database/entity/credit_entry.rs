//! One change of a balance. The sum of an organization's entries is its balance.

use sea_orm::entity::prelude::*;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "credit_entries")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    /// Thousandths of a credit, negative for a charge.
    pub amount: i64,
    /// The answer charged for; each answer once.
    pub answer_id: Option<String>,
    pub created_at: i64,
}

/// Rows are joined by hand where a query needs it.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
