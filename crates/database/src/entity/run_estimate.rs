//! A run that was estimated and can be started.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "run_estimates")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    /// The submission of the run, as the platform API takes it.
    pub submission: Json,
    pub item_count: i64,
    /// When the estimate can no longer be started.
    pub expires_at: i64,
    pub run_id: Option<String>,
}
