//! When the digests of an organization are made.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "digest_settings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub organization_id: String,
    pub weekday: String,
    pub time: String,
    pub time_zone: String,
    pub language: String,
    /// Absent while none are made.
    pub next_due_at: Option<i64>,
    pub lease_owner: Option<String>,
    pub lease_until: Option<i64>,
}
