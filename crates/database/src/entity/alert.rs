use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "alerts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    /// What it found: an [`answerdeck_api::AlertFinding`].
    pub finding: Json,
    pub created_at: i64,
    /// Absent while it is new.
    pub acknowledged_at: Option<i64>,
}
