//! A digest on its way to a recipient. What is sent, or is not tried again, has no row.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "digest_mails")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub digest_id: String,
    pub recipient_id: String,
    pub language: String,
    pub attempts: i32,
    /// Without an owner, the time of the next attempt.
    pub lease_until: Option<i64>,
    pub lease_owner: Option<String>,
}
