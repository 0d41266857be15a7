//! The secret of a link that ends the e-mail to a recipient.

use sea_orm::entity::prelude::*;

use super::Relation;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, DeriveActiveModelBehavior)]
#[sea_orm(table_name = "unsubscribe_tokens")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: String,
    pub organization_id: String,
    pub recipient_id: String,
    pub created_at: i64,
}
