use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "schedules")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub name: String,
    /// What its runs ask, as the platform API takes it, with the region and the number of repetitions.
    pub run: Json,
    /// When it is due, as the platform API takes it, with the canonical name of the time zone.
    pub recurrence: Json,
    /// In credits.
    pub monthly_budget: Option<i64>,
    pub paused: bool,
    /// Absent while it is paused, and after its last due time.
    pub next_due_at: Option<i64>,
    pub created_at: i64,
}
