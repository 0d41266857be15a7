use sea_orm::entity::prelude::*;

use super::Relation;

/// A row. It is deleted when the engine answers again.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "engine_stops")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub model: String,
    /// A [`answerdeck_api::ModelStop`].
    pub reason: String,
    pub since: i64,
    pub until: i64,
    /// How often it was tried without success.
    pub failures: i64,
}
