use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "digests")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub due_at: i64,
    /// What it found: [`answerdeck_api::DigestFindings`].
    pub findings: Json,
    pub created_at: i64,
}
