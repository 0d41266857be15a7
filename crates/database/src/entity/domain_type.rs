//! The type that an organization has assigned to a domain.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "domain_types")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub organization_id: String,
    /// In small letters.
    #[sea_orm(primary_key, auto_increment = false)]
    pub domain: String,
    #[sea_orm(column_name = "type")]
    pub domain_type: String,
}
