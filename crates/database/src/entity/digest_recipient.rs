//! Who gets digests as e-mail.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "digest_recipients")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub organization_id: String,
    pub address: String,
    /// When a mail server last accepted a digest.
    pub sent_at: Option<i64>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    pub created_at: i64,
}
