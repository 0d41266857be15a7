//! What happened at a due time of a schedule.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "schedule_entries")]
pub struct Model {
    /// Ids sort by due time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub schedule_id: String,
    pub due_at: i64,
    pub handled_at: i64,
    pub outcome: String,
    pub skip_reason: Option<String>,
    pub missed_count: Option<i64>,
    pub run_id: Option<String>,
    /// What its run costs if all items succeed, in credits.
    pub credits: Option<i64>,
    /// The codes of the models that had no engine.
    pub missing_models: Json,
    /// The codes of the models that were stopped.
    pub stopped_models: Json,
}
