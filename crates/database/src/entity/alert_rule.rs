use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "alert_rules")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub metric: String,
    /// The brand. It may have been deleted. Absent for the organization's own one.
    pub brand_id: Option<String>,
    pub domain: Option<String>,
    /// The prompt. It may have been deleted.
    pub prompt_id: Option<String>,
    pub direction: String,
    pub points: i32,
    pub window_days: i32,
    pub created_at: i64,
}
