//! An address that an organization's events are sent to.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "webhooks")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub url: String,
    pub format: String,
    pub language: String,
    /// The types of events, as in the API.
    pub event_types: Json,
    /// As the API shows it once.
    pub secret: String,
    pub previous_secret: Option<String>,
    pub previous_secret_until: Option<i64>,
    /// When a delivery succeeded last.
    pub succeeded_at: Option<i64>,
    /// Absent when a person disabled it.
    pub disabled_reason: Option<String>,
    pub disabled_at: Option<i64>,
    pub created_at: i64,
}

/// Neither secrets nor the address, which may contain one, get into a log.
impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("webhook::Model").field("id", &self.id).finish_non_exhaustive()
    }
}
